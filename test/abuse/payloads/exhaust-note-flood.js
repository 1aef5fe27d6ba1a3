// MUST NOT: fill the trace without end
// ENDS: limit, crash
for (;;) if (rt) rt.note('x'.repeat(1000), { n: 1 });
