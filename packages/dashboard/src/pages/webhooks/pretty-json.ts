/** Indents a text that is JSON; leaves any other text as it is. Pure. */

export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
