/** Counts a closed election phase by phase, with officials and guardians who repeat requests that get no answer. */
import { answerOf, isRotaProblem } from "@rota/client";
import { sealCredential } from "@rota/elections";
import type { StageClient } from "../../stage/stage.ts";
import { until } from "../../stage/until.ts";
import type { Piece } from "../../subject.ts";
import { QUORUM, type ElectionStage, type HeldElection, type HeldGuardian } from "./hold-election.ts";
import { isRecordValid } from "./verify-election.ts";

const PHASE_MS_MAX = 60_000;
/** Time after which a guardian submits again what may have been lost. */
const PATIENCE_MS = 3_000;
const CONFLICT = 409;

/** Each phase is a piece; so are the votes and the record. */
export async function countElection(
  stage: ElectionStage,
  held: HeldElection,
  note: (piece: Piece) => void,
): Promise<void> {
  const { electionId, guardians } = held;
  const { client } = stage;
  const path = { electionId };
  const run = createPhases(electionId, note);
  const present = guardians.slice(0, QUORUM);
  const give = () => Promise.all(present.map((guardian) => giveCredential(client, electionId, guardian)));
  const missing = guardians.slice(QUORUM).map(({ keys }) => keys.public.sequence);
  await run("tally", {
    start: () => client.POST("/v1/elections/{electionId}/tally", { params: { path }, body: {} }),
    isDone: () => isIn(client, electionId, "TALLIED"),
  });
  await run("shares", {
    start: give,
    isDone: async () => (await readBoard(client, electionId)).filter((state) => state === "DECRYPTED").length >= QUORUM,
    again: give,
  });
  await run("compensation", {
    start: () =>
      client.POST("/v1/elections/{electionId}/decryption/missing", { params: { path }, body: { guardians: missing } }),
    isDone: async () =>
      (await answerOf(client.GET("/v1/elections/{electionId}/decryption", { params: { path } }))).isComplete,
    again: give,
  });
  await run("combining", {
    start: () => client.POST("/v1/elections/{electionId}/combine", { params: { path }, body: {} }),
    isDone: () => isIn(client, electionId, "DECRYPTED"),
  });
  await checkVotes(stage, held, note);
  await run("record", { start: () => Promise.resolve(), isDone: () => isRecordValid(stage, electionId) });
}

type Phase = {
  readonly start: () => Promise<unknown>;
  readonly isDone: () => Promise<boolean>;
  readonly again?: () => Promise<unknown>;
};

function createPhases(electionId: string, note: (piece: Piece) => void) {
  return async (phase: string, { start, isDone, again }: Phase): Promise<void> => {
    await accept(start);
    const acceptedMs = Date.now();
    const name = `${phase} of election ${electionId}`;
    let askedMs = acceptedMs;
    const check = async () => {
      if (await isDone()) return true;
      if (again !== undefined && Date.now() - askedMs > PATIENCE_MS) {
        await accept(again);
        askedMs = Date.now();
      }
      return false;
    };
    try {
      await until(name, check, PHASE_MS_MAX);
      note({ name, acceptedMs, doneMs: [Date.now()] });
    } catch (error) {
      note({ name, acceptedMs, doneMs: [], reason: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  };
}

/** Sends a request again if its answer was lost; a conflict means that the first one arrived. */
async function accept(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isRotaProblem(error) || error.status !== CONFLICT) throw error;
  }
}

/** Reports missing votes as lost and surplus votes as duplicated. */
async function checkVotes(
  { client }: ElectionStage,
  { electionId, votes }: HeldElection,
  note: (piece: Piece) => void,
) {
  const { units } = await answerOf(
    client.GET("/v1/elections/{electionId}/results", { params: { path: { electionId } } }),
  );
  const [whole] = units.filter(({ unitId }) => unitId === "election");
  const counted = new Map(
    whole?.contests.flatMap(({ selections }) => selections.map((one) => [one.selectionId, one.votes] as const)),
  );
  const nowMs = Date.now();
  for (const [selectionId, cast] of votes) {
    const count = counted.get(selectionId) ?? 0;
    const name = `${String(cast)} votes for ${selectionId} in election ${electionId}`;
    note({ name, acceptedMs: nowMs, doneMs: count < cast ? [] : count > cast ? [nowMs, nowMs] : [nowMs] });
  }
}

async function giveCredential(client: StageClient, electionId: string, { keys, token }: HeldGuardian): Promise<void> {
  const { publicKey } = await answerOf(client.GET("/v1/elections/fleet-key"));
  const sealed = sealCredential({ keys, electionId, publicKey: Buffer.from(publicKey, "base64") });
  await accept(() =>
    client.POST("/v1/elections/{electionId}/decryption/credential", {
      params: { path: { electionId }, header: { "x-election-token": token } },
      body: { sealed: Buffer.from(sealed).toString("base64") },
    }),
  );
}

async function isIn(client: StageClient, electionId: string, state: string): Promise<boolean> {
  const { election } = await answerOf(client.GET("/v1/elections/{electionId}", { params: { path: { electionId } } }));
  return election.state === state;
}

async function readBoard(client: StageClient, electionId: string): Promise<string[]> {
  const { guardians } = await answerOf(
    client.GET("/v1/elections/{electionId}/decryption", { params: { path: { electionId } } }),
  );
  return guardians.map(({ state }) => state);
}
