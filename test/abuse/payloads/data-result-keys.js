// MUST NOT: change the host by an answer with own keys __proto__, constructor, then, toString
const answer = JSON.parse('{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"toString":1,"valueOf":null,"hasOwnProperty":false,"toJSON":2,"length":-1,"ok":false,"t":"call"}');
await host.call('merge', answer);
return [answer, { nested: answer }, { then: 1 }];
