// MUST NOT: hold the host up by one message of some 340,000 nodes that are none
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
__wire('{"t":"call","id":1,"node":1,"kind":"tool","name":"echo","args":1,"nodes":[' + '{},'.repeat(340000) + '{}]}');
return 'after';
