/** Defines the TypeBox schemas that many routes share: ids, times, names, pages, counts, states and problem documents. */
import { Line, pageFields, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";

/** Schema of an id: a bigint in decimal digits. */
export const Id = Type.String({ pattern: "^[0-9]{1,18}$", examples: ["42"] });

/** Schema of a response without a body (204). */
export const EmptyBody = Type.Undefined();

export const PAGE_LENGTH = 50;
export const PAGE_LENGTH_MAX = 200;
export const PageQuery = pageFields({ limit: PAGE_LENGTH, limitMax: PAGE_LENGTH_MAX, afterLengthMax: 1_000 });

/** Schema of a problem document (RFC 9457). */
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

export const Group = Line(200, { description: "What a tenant shares its turns out by.", examples: ["invoice-42"] });
export const Pool = Line(200, { description: "Work that tenants share as one fairness tree.", examples: ["default"] });
export const Queue = Line(200, { description: "A route of a pool to its workers.", examples: ["tallies"] });
/** Names of a pool in an answer. The second one is what clients of 0.1.0 read. */
export const poolNames = { pool: Type.String(), queue: Type.String({ description: "The pool.", deprecated: true }) };
export const TaskType = Line(200, { description: "The name of a task definition.", examples: ["demo.count-words"] });
export const Reason = Line(500, { description: "Kept in the audit log.", examples: ["sent by mistake"] });
export const LockKey = Line(300, { examples: ["lock:tally:invoice:42"] });
export const Uuid = Type.String({
  pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
  examples: ["3f2504e0-4f89-41d3-9a0c-0305e82c3301"],
});
/** Number of a chunk in its task, starting at 1. */
export const ChunkNumber = Type.Integer({ minimum: 1, maximum: 999_999_999 });

/** Schema of a time in a request, limited to years that PostgreSQL and JavaScript both support. */
export const GivenTime = Type.String({
  format: "date-time",
  pattern: "^(19[7-9]|[2-9][0-9]{2})[0-9]-",
  description: "ISO 8601, from 1970 on.",
  examples: ["2026-03-01T12:00:00Z"],
});

export const Count = Type.Object({
  count: Whole,
  precision: Word(["exact", "atLeast", "atMost"], {
    description: "Whether there are exactly so many, or perhaps more or fewer.",
  }),
});

const CHUNK_STATES = [
  "SCHEDULED",
  "PENDING",
  "QUEUED",
  "PROCESSING",
  "COMPLETED",
  "FAILED",
  "DEAD_LETTER",
  "CANCELLED",
] as const;
export const ChunkState = Word(CHUNK_STATES);
const TASK_STATES = ["ACTIVE", "PAUSED", "COMPLETED", "FAILED", "CANCELLED"] as const;
export const TaskState = Word(TASK_STATES);

export const ChunkCounts = Type.Object({
  SCHEDULED: Count,
  PENDING: Count,
  QUEUED: Count,
  PROCESSING: Count,
  COMPLETED: Count,
  FAILED: Count,
  DEAD_LETTER: Count,
  CANCELLED: Count,
});

/** Schema of any JSON value. */
export const Json = Type.Unknown();

/** Parses a time of a request; returns undefined for a missing one. */
export function readTime(text: Static<typeof GivenTime> | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
