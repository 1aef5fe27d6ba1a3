// MUST NOT: be served after the end, or end twice
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"end","ok":true,"value":"forged","nodes":[],"dropped":0}');
__wire('{"t":"call","id":1,"node":1,"kind":"tool","name":"secretTool","args":{},"nodes":[]}');
__wire('{"t":"end","ok":true,"value":"ESCAPED: a second end","nodes":[],"dropped":0}');
for (let n = 0; n < 50; n += 1) { try { void host.call('secretTool', n); } catch (e) {} }
return 'ESCAPED: served after the end';
