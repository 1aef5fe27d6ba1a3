// MUST NOT: find the text that an earlier run matched
const kept = [RegExp.$1, RegExp.lastMatch, RegExp.input, RegExp['$_'], RegExp.leftContext].filter((text) => typeof text === 'string' && text.includes('of-an-earlier-run'));
if (kept.length > 0) return 'ESCAPED: ' + kept[0];
/(text-of-an-earlier-run)/.exec('text-of-an-earlier-run');
return 'PLANTED';
