/** A function that replaces an API key, and whatever looks like one, by `[key]` in a text meant for people. */
export function redactor(key: string | undefined): (text: string) => string {
  return (text) => {
    const known = key === undefined || key === '' ? text : text.replaceAll(key, '[key]');
    // Endpoints quote keys back in part (`sk-ab***yz`), which the plain comparison does not find.
    return known.replace(/\b(?:sk|pk|gsk|key)-[\w*.-]{6,}/g, '[key]').replace(/\bBearer\s+[^\s"',]+/gi, 'Bearer [key]');
  };
}
