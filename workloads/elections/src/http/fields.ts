/** Defines routes with TypeBox schemas, and the fields that many routes share. */
import type { OperationRequest } from "@rota/engine/workload";
import { Given, Line, pageFields, routesOf, Time, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { ELECTION_STATES, type LifeElection } from "../store/election.ts";

export const defineRoute = routesOf({ tag: "elections" });

export const ElectionId = Type.String({ pattern: "^[0-9]{1,18}$", examples: ["42"] });
export const ElectionParams = Given({ electionId: ElectionId });
/** Id without a bar, because ids are hashed and a bar separates the parts of a hash. */
export const ShortId = Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", examples: ["mayor"] });
export const Sequence = Type.Integer({ minimum: 1, maximum: 20, description: "The number of a guardian." });
export const Hex = Type.String({ pattern: "^[0-9A-Fa-f]{1,1026}$", description: "A number in hexadecimal digits." });
export const Code = Type.String({
  pattern: "^[0-9A-Fa-f]{1,64}$",
  description: "A confirmation code, as it was shown to the voter.",
  examples: ["5F2A"],
});
export const Reason = Line(500, { description: "Kept in the audit log." });
export const VoterId = Line(200, { examples: ["17"] });
export const State = Word(ELECTION_STATES);

export const HoursView = Type.Object({
  startsAt: Time,
  endsAt: Time,
  plannedEndsAt: Type.String({ format: "date-time", description: "The end that the manifest names." }),
  phase: Word(["BEFORE", "DURING", "AFTER"], {
    description:
      "Where the clock of the database is. Ballots are accepted while the election is OPEN and this is DURING.",
  }),
  extensions: Type.Array(Type.Object({ at: Time, by: Type.String(), reason: Type.String(), from: Time, to: Time })),
});

export function hoursView({ hours }: Pick<LifeElection, "hours">): Static<typeof HoursView> | null {
  if (hours === undefined) return null;
  const { startsAt, endsAt, plannedEndsAt, phase, extensions } = hours;
  return {
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    plannedEndsAt: plannedEndsAt.toISOString(),
    phase,
    extensions: extensions.map(({ at, by, reason, from, to }) => {
      return { at: at.toISOString(), by, reason, from: from.toISOString(), to: to.toISOString() };
    }),
  };
}

/** Schema of JSON of ElectionGuard 1.4, which is checked when it is read, with its own error messages. */
export function RecordJson(description: string) {
  return Type.Unsafe<object>({ type: "object", additionalProperties: true, description });
}

export const LIMIT = 100;
export const PageQuery = pageFields({ limit: LIMIT, limitMax: 1_000 });

/** Longest time that a request waits for workers. */
const ANSWER_WAIT_MS_MAX = 15_000;

const TOKEN_HEADER = "x-election-token";
/** Header with the token of a guardian or voter. The token is never in a URL. */
export const TokenHeaders = Type.Object({
  [TOKEN_HEADER]: Type.Optional(Type.String({ maxLength: 100, description: "What the election office handed out." })),
});

/** Headers with the token and the time that the caller waits for workers. */
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
  return seconds === undefined ? undefined : Math.min(Number(seconds) * 1_000, ANSWER_WAIT_MS_MAX);
}

export function tokenOf({ header }: Pick<OperationRequest, "header">): string | undefined {
  return header(TOKEN_HEADER);
}
