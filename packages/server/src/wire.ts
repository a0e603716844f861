/** The schemas that many routes share: ids, times, pages of lists, and nothing at all. */
import { Type, type Static, type TSchema } from "typebox";

/** A bigint as decimal digits. */
export const Id = Type.String({ pattern: "^[0-9]{1,18}$", examples: ["42"] });

/** ISO 8601 with Z. */
export const Time = Type.String({ format: "date-time", examples: ["2026-03-01T12:00:00.000Z"] });

/** The answer of a 204. */
export const NoBody = Type.Undefined();

export const PAGE_LENGTH = 50;
export const PAGE_LENGTH_MAX = 200;

/** What every list takes: how many, and where to go on. */
export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_LENGTH_MAX,
      default: PAGE_LENGTH,
      description: "How many items at most.",
    }),
  ),
  after: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description: "The `next` of the page before." })),
};

/** A page of a list; `next` is null on the last one. */
export function Page<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    next: Type.Union([Type.String(), Type.Null()], { description: "Where the next page begins; null: nowhere." }),
  });
}

/** RFC 9457. */
export const Problem = Type.Object({
  type: Type.String({ description: "A page about the code." }),
  title: Type.String({ description: "The kind of problem." }),
  status: Type.Integer(),
  detail: Type.String({ description: "What is wrong and the way out." }),
  code: Type.String({ description: "One of the codes in docs/reference/errors.md." }),
  instance: Type.String({ description: "The id of the request." }),
  problems: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: "Everything that is wrong with the input.",
    }),
  ),
});
export type Problem = Static<typeof Problem>;
