/** Decryption: three guardians hand their sealed keys to the workers, two are declared missing and compensated, then all is combined. */
import { answerOf, type RotaClient } from "@rota/client";
import { TENANTS } from "../plan.ts";
import { readSecret } from "../secrets/secret-files.ts";
import { unlessDone, type Stage } from "../stage.ts";
import { QUORUM, sealedFile } from "./hold-ceremony.ts";

type Board = {
  readonly slices: number;
  readonly guardians: readonly {
    readonly state: string;
    readonly ownSlices: number;
    readonly compensatedFor: readonly { readonly slices: number }[];
  }[];
};

/** Looks once, and does what can be done now. */
export async function decrypt(stage: Stage, electionId: string): Promise<void> {
  const client = stage.clientOf(TENANTS.election);
  const params = { path: { electionId } };
  const board = await answerOf(client.GET("/v1/elections/{electionId}/decryption", { params }));
  const waiting = board.guardians.filter(({ sequence, state }) => sequence <= QUORUM && state === "WAITING");
  const decrypted = board.guardians.filter(({ state }) => state === "DECRYPTED").length;
  const absent = board.guardians.filter(({ sequence, state }) => sequence > QUORUM && state !== "MISSING");
  show(stage, board);
  if (waiting.length > 0) await hand(stage, client, { electionId, sequences: waiting.map(({ sequence }) => sequence) });
  else if (decrypted >= QUORUM && absent.length > 0) {
    const guardians = absent.map(({ sequence }) => sequence);
    await unlessDone(client.POST("/v1/elections/{electionId}/decryption/missing", { params, body: { guardians } }));
  } else if (board.isComplete && absent.length === 0)
    await unlessDone(client.POST("/v1/elections/{electionId}/combine", { params, body: {} }));
}

/** Each guardian who is there gives a share of every slice, and then one for each who is missing. */
function show(stage: Stage, { slices, guardians }: Board): void {
  const missing = guardians.filter(({ state }) => state === "MISSING").length;
  const own = guardians.map(({ ownSlices }) => ownSlices);
  const compensated = guardians.flatMap(({ compensatedFor }) => compensatedFor.map((one) => one.slices));
  const [step, given, each] = missing === 0 ? ["decryption", own, 1] : ["compensation", compensated, missing];
  const done = given.reduce((sum, count) => sum + count, 0);
  stage.show({ act: "election", step, done, total: Math.max(1, slices) * QUORUM * each, unit: "shares" });
}

type Handed = { readonly electionId: string; readonly sequences: number[] };

async function hand(stage: Stage, client: RotaClient, { electionId, sequences }: Handed): Promise<void> {
  const path = { electionId };
  const { tokens } = await answerOf(
    client.POST("/v1/elections/{electionId}/guardians/tokens", { params: { path }, body: { sequences } }),
  );
  for (const { sequence, token } of tokens)
    await unlessDone(
      client.POST("/v1/elections/{electionId}/decryption/credential", {
        params: { path, header: { "x-election-token": token } },
        body: { sealed: readSecret(stage.folder, sealedFile(electionId, sequence)) },
      }),
    );
}
