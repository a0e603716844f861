/** Names what a codec threw without repeating its message, which may hold a part of the value. Pure. */
export function thrownName(thrown: unknown): string {
  return thrown instanceof Error ? thrown.constructor.name : `a value of type ${typeof thrown}`;
}
