/** Decryption: three guardians hand their sealed keys to the workers, two are declared missing and compensated, then all is combined. */
import { answerOf, type RotaClient } from "@rota/client";
import { TENANTS } from "../plan.ts";
import { readSecret } from "../secret-files.ts";
import { unlessDone, type Stage } from "../stage.ts";
import { GUARDIANS, QUORUM, sealedFile } from "./hold-ceremony.ts";

/** Looks once, and does what can be done now. */
export async function decrypt(stage: Stage, electionId: string): Promise<void> {
  const client = stage.clientOf(TENANTS.election);
  const params = { path: { electionId } };
  const board = await answerOf(client.GET("/v1/elections/{electionId}/decryption", { params }));
  const waiting = board.guardians.filter(({ sequence, state }) => sequence <= QUORUM && state === "WAITING");
  const decrypted = board.guardians.filter(({ state }) => state === "DECRYPTED").length;
  const absent = board.guardians.filter(({ sequence, state }) => sequence > QUORUM && state !== "MISSING");
  show(stage, decrypted, GUARDIANS.length - QUORUM - absent.length);
  if (waiting.length > 0) await hand(stage, client, { electionId, sequences: waiting.map(({ sequence }) => sequence) });
  else if (decrypted >= QUORUM && absent.length > 0) {
    const guardians = absent.map(({ sequence }) => sequence);
    await unlessDone(client.POST("/v1/elections/{electionId}/decryption/missing", { params, body: { guardians } }));
  } else if (board.isComplete && absent.length === 0)
    await unlessDone(client.POST("/v1/elections/{electionId}/combine", { params, body: {} }));
}

function show(stage: Stage, decrypted: number, missing: number): void {
  const step = missing === 0 ? "decryption" : `decryption, ${String(missing)} missing guardians compensated`;
  stage.show({ act: "election", step, done: decrypted, total: QUORUM, unit: "guardians" });
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
