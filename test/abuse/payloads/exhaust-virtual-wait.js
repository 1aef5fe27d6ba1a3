// MUST NOT: wait for a clock that only moves when it is read
// ENDS: limit
const until = Date.now() + 1e12;
while (Date.now() < until) {}
