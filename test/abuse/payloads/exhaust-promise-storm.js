// MUST NOT: hang or bloat the host by promises that each make two more
// ENDS: limit, crash, guest-error
const fork = () => Promise.all([Promise.resolve().then(fork), Promise.resolve().then(fork)]);
await fork();
