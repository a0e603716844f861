/** Defines routes with TypeBox schemas, and the fields that many routes share. */
import { type Operation, type OperationRequest, RESULT_WAIT_MS } from "@rota/engine";
import { type Static, type TObjectOptions, type TProperties, type TSchema, Type } from "typebox";
import { ELECTION_STATES } from "../store/election.ts";

type Schema = TSchema & object;
type AnswerSchemas = Readonly<Record<number, Schema>>;

/** Defines an operation whose types come from its TypeBox schemas: params, query, body and every answer. */
export function defineRoute<
  const Answers extends AnswerSchemas,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
>(route: Route<Answers, Params, Query, Body>): Operation {
  return { ...route, tag: "elections" };
}

type Route<Answers extends AnswerSchemas, Params extends Schema, Query extends Schema, Body extends Schema> = Omit<
  Operation,
  "tag" | "params" | "query" | "body" | "answers" | "handle"
> & {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answers: Answers;
  handle(request: OperationRequest<Static<Params>, Static<Query>, Static<Body>>): Promise<AnswerOf<NoInfer<Answers>>>;
};

/** One of the answers that the route lists, with a body of that answer's schema. */
type AnswerOf<Answers extends AnswerSchemas> = {
  [Status in keyof Answers & number]: {
    readonly status: Status;
    readonly headers?: Readonly<Record<string, string>>;
  } & {
    readonly body: Static<Answers[Status]>;
  };
}[keyof Answers & number];

const ONE_LINE = "^[^\\p{Cc}\\p{Cs}]+$";

export function Line(lengthMax: number, options: { readonly description?: string; readonly examples?: string[] } = {}) {
  return Type.String({ minLength: 1, maxLength: lengthMax, pattern: ONE_LINE, ...options });
}

/** What callers give: a field that nobody knows is refused, since it may be a slip. */
export function Given<const Fields extends TProperties>(fields: Fields, options: TObjectOptions = {}) {
  return Type.Object(fields, { additionalProperties: false, ...options });
}

export function Nullable<Schema extends TSchema>(schema: Schema, options: { readonly description?: string } = {}) {
  return Type.Union([schema, Type.Null()], options);
}

export function Word<const Words extends readonly string[]>(
  words: Words,
  options: { readonly description?: string } = {},
) {
  return Type.Unsafe<Words[number]>({ type: "string", enum: [...words], ...options });
}

export const Tenant = Line(200, { description: "Whose it is.", examples: ["ann"] });
export const ElectionId = Type.String({ pattern: "^[0-9]{1,18}$", examples: ["42"] });
export const ElectionParams = Given({ electionId: ElectionId });
/** Ids stand in hashes, where a bar separates parts. */
export const ShortId = Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", examples: ["mayor"] });
export const Whole = Type.Integer({ minimum: 0 });
export const Sequence = Type.Integer({ minimum: 1, maximum: 20, description: "The number of a guardian." });
export const Time = Type.String({ format: "date-time", examples: ["2026-03-01T12:00:00.000Z"] });
export const Hex = Type.String({ pattern: "^[0-9A-Fa-f]{1,1026}$", description: "A number in hexadecimal digits." });
export const Code = Type.String({
  pattern: "^[0-9A-Fa-f]{1,64}$",
  description: "A confirmation code, as it was shown to the voter.",
  examples: ["5F2A"],
});
export const Reason = Line(500, { description: "Kept in the audit log." });
export const VoterId = Line(200, { examples: ["17"] });
export const State = Word(ELECTION_STATES);
/** JSON in the shape of ElectionGuard 1.4, which is read with messages of its own. */
export function RecordJson(description: string) {
  return Type.Unsafe<object>({ type: "object", additionalProperties: true, description });
}

export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, default: 100, description: "How many items at most." }),
  ),
  after: Type.Optional(Line(300, { description: "The `next` of the page before." })),
};
export const LIMIT = 100;

export function Page<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    next: Nullable(Type.String(), { description: "Where the next page begins; null: nowhere." }),
  });
}

/** A full page may have another one. */
export function pageOf<Item>(
  items: readonly Item[],
  { limit, cursorOf }: { readonly limit: number; readonly cursorOf: (item: Item) => string },
): { items: Item[]; next: string | null } {
  const last = items.length < limit ? undefined : items.at(-1);
  return { items: [...items], next: last === undefined ? null : cursorOf(last) };
}

const TOKEN_HEADER = "x-election-token";
/** Guardians and voters prove themselves by it; it stands in no URL. */
export const TokenHeaders = Type.Object({
  [TOKEN_HEADER]: Type.Optional(Type.String({ maxLength: 100, description: "What the election office handed out." })),
});

/** And how long the caller waits for what workers compute. */
export const WaitHeaders = Type.Object({
  ...TokenHeaders.properties,
  prefer: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "`wait=5`: wait at most so many seconds, 15 at most, then answer 202 (RFC 7240).",
      examples: ["wait=5"],
    }),
  ),
});

/** Undefined where the caller does not say. */
export function waitMsOf({ header }: Pick<OperationRequest, "header">): number | undefined {
  const seconds = /(?:^|[\s,;])wait=(\d{1,6})(?:$|[\s,;])/.exec(header("prefer") ?? "")?.[1];
  return seconds === undefined ? undefined : Math.min(Number(seconds) * 1_000, RESULT_WAIT_MS);
}

export function tokenOf({ header }: Pick<OperationRequest, "header">): string | undefined {
  return header(TOKEN_HEADER);
}

/** Without one that is named or bound to. */
export const DEFAULT_TENANT = "default";
