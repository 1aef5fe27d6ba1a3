// MUST NOT: leave another format of stacks, or no stacks at all, to a later run
Error.stackTraceLimit = 0;
try { Object.defineProperty(Error, 'prepareStackTrace', { value: () => { for (;;) {} }, configurable: false, writable: false }); } catch (e) {}
try { Object.defineProperty(Error.prototype, 'message', { get: () => 'patched', configurable: false }); } catch (e) {}
throw { name: 'Left' };
