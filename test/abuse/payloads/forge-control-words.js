// MUST NOT: speak as the runner: be taken for ready, idle or broken, by line breaks or otherwise
// ENDS: crash
if (typeof __wire === 'undefined') return 'n/a';
for (const text of ['cready', 'cidle 1', 'cbroken', '\ncready', '{"t":"nodes","nodes":[]}\ncready', '\rcready', '\u2028cready', '\u0085cready', '\0cready', '\u010acready', '\ud80acready']) __wire(text);
return 'after';
