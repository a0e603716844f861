/** What the paths of the source documents take and answer. */
import { RotaError, type StartAnswer } from "@rota/engine";
import { Type } from "typebox";
import { Given, Nullable, Tenant, Whole } from "../../fields.ts";
import { runningSentence, StatusView } from "../phase-schemas.ts";

const SourceId = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: "^[0-9]{1,18}$" })], {
  examples: [42],
});

/** The documents write both names. */
export const SourceElection = {
  electionId: Type.Optional(SourceId),
  election_id: Type.Optional(SourceId),
  tenant: Type.Optional(Tenant),
};
export const SourceBody = Given(SourceElection);
export const SourceQuery = Given({
  electionId: Type.String({ pattern: "^[0-9]{1,18}$" }),
  tenant: Type.Optional(Tenant),
});
export const SourceParams = Given({ id: Type.String({ pattern: "^[0-9]{1,18}$", examples: ["42"] }) });

export const Guardian = Type.String({ pattern: "^([1-9]|1[0-9]|20)$", description: "The number of the guardian." });

export function electionIdOf({
  electionId,
  election_id: other,
}: {
  electionId?: number | string;
  election_id?: number | string;
}): bigint {
  const id = electionId ?? other;
  if (id === undefined) throw new RotaError("REQUEST_INVALID", "electionId is missing: say which election");
  return BigInt(id);
}

export const SourceStarted = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  encryptedTally: Nullable(Type.String({ examples: ["INITIATED:100"] })),
});

/** 200 whether it started or runs already, as the documents say. */
export function sourceStarted(
  { answer, chunks }: { answer: StartAnswer; chunks: number },
  { what, started, isTally = false }: { what: string; started: string; isTally?: boolean },
) {
  const isRunning = answer.kind === "already running";
  const message = isRunning ? runningSentence(what, answer) : started;
  const encryptedTally = isTally && !isRunning ? `INITIATED:${String(chunks)}` : null;
  return { status: 200, body: { success: true, message, encryptedTally } } as const;
}

export const SourceStatus = Type.Object({ success: Type.Boolean(), ...StatusView.properties });

export const SourceLog = Type.Array(
  Type.Object({
    chunkId: Type.String(),
    chunkNumber: Whole,
    taskInstanceId: Type.String(),
    startTime: Nullable(Type.String()),
    endTime: Nullable(Type.String()),
    status: Type.String(),
    errorMessage: Nullable(Type.String()),
  }),
);
