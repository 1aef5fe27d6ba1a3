/** An estimate of a text's tokens: characters / 3.5, rounded up. High for prose, about right for code and JSON. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 3.5);
