/** Changes one field of each kind in a record, as an attacker would who wants another result. */

export type Path = readonly (string | number)[];
export type Change = (value: unknown) => unknown;
export type Field = { readonly kind: string; readonly path: Path };

/** Returns one field of each kind. Places in lists do not make another kind, states of ballots do. */
export function fieldsOf(value: unknown): Field[] {
  const kinds = new Map<string, Path>();
  const visit = (part: unknown, path: Path, kind: string) => {
    if (["bigint", "number", "string"].includes(typeof part) && !kinds.has(kind)) kinds.set(kind, path);
    const below = (step: string) => (kind === "" ? step : `${kind}.${step}`);
    if (Array.isArray(part)) {
      part.forEach((item: unknown, index) => {
        visit(item, [...path, index], below(stateOf(item) ?? "*"));
      });
    } else if (typeof part === "object" && part !== null) {
      for (const [name, member] of Object.entries(part)) visit(member, [...path, name], below(name));
    }
  };
  visit(value, [], "");
  return [...kinds].map(([kind, path]) => ({ kind, path }));
}

function stateOf(item: unknown): string | undefined {
  const state: unknown = Reflect.get(Object(item), "state");
  return typeof state === "string" ? state : undefined;
}

/** Returns a number plus one, or slightly longer text; bytes stay bytes. */
export function slightly(value: unknown): unknown {
  if (typeof value === "bigint") return value + 1n;
  if (typeof value === "number") return value + 1;
  return typeof value === "string" && /^([0-9a-f]{2})+$/.test(value) ? `${value}00` : `${String(value)}x`;
}

/** Returns a copy with one field changed. Only the values on the path to the field are copied. */
export function changeAt<Whole>(whole: Whole, path: Path, change: Change): Whole {
  const copy: unknown = changedAt(whole, path, change);
  const isWhole = (value: unknown): value is Whole => typeof value === typeof whole;
  if (!isWhole(copy)) throw new TypeError("a copy is of the same type");
  return copy;
}

function changedAt(value: unknown, [step, ...rest]: Path, change: Change): unknown {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === step ? changedAt(item, rest, change) : item));
  }
  return { ...Object(value), [step]: changedAt(Reflect.get(Object(value), step), rest, change) };
}

/**
 * Returns the ids of the first named item on the path to a field; none for an id itself and for fields of the whole
 * election.
 */
export function namesOnTheWay(whole: unknown, path: Path): string[] {
  const names = ["ballotId", "guardianId", "contestId", "device", ...(path[0] === "tally" ? [] : ["tallyId"])];
  if (path[0] === "manifest" || names.includes(String(path.at(-1)))) return [];
  let part = whole;
  for (const step of path) {
    const found = names.map((name): unknown => Reflect.get(Object(part), name)).filter((name) => name !== undefined);
    if (found.length > 0) return found.map(String);
    part = Reflect.get(Object(part), step);
  }
  return [];
}
