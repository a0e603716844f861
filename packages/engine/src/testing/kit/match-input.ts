/** Says whether the input of a task is what a test expects. Pure. */

/** What is to be equal; fields that are left out may be anything. */
export type Subset<Value> = unknown extends Value
  ? unknown
  : Value extends readonly (infer Item)[]
    ? readonly Subset<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]?: Subset<Value[Key]> }
      : Value;

/** Both as JSON leaves them: a Date is a text, and a field that is undefined is left out. */
export function matchInput(input: unknown, expected: unknown): boolean {
  const text: string | undefined = JSON.stringify(expected);
  return text === undefined || matches(input, JSON.parse(text));
}

function matches(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => matches(actual[index], item))
    );
  if (typeof expected !== "object" || expected === null) return Object.is(actual, expected);
  if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return false;
  const fields = new Map<string, unknown>(Object.entries(actual));
  return Object.entries(expected).every(([name, value]) => fields.has(name) && matches(fields.get(name), value));
}
