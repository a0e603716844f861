/** The fields of an object that have a value. Pure. */

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

export function defined<Fields extends object>(fields: Fields): Defined<Fields>;
export function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
