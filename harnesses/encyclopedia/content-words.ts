/** The words of a text that say what it is about: in lower case, each once, without those that only hold sentences together. */
export function contentWords(text: string): string[] {
  const binding = /^(?:an?|the|and|or|but|nor|of|in|on|at|to|by|for|from|with|as|into|than|that|this|these|those|it|its|he|his|him|she|her|they|their|who|whom|whose|which|what|when|where|why|how|is|are|was|were|be|been|do|does|did|has|have|had|can|could|will|would|not|no|if|then|also|there|both|either|each|other|same|s)$/;
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => !binding.test(word));
}
