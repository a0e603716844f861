/** Downloads the record of the election and verifies it as anybody can, in a process of its own. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerOf } from "@rota/client";
import { TOY_GROUP_256 } from "@rota/elections";
import { openRecordFiles, verifyInProcesses, type RecordVerification } from "@rota/elections/node";
import { count, nouns } from "../../output/one-line.ts";
import { TENANTS } from "../plan.ts";
import { unlessStopped, type Stage, type Verdict } from "../stage.ts";
import { CANDIDATES } from "./find-election.ts";

const OK = 200;

/** Undefined while the record is being written. */
export async function verifyRecord(stage: Stage, electionId: string): Promise<Verdict | undefined> {
  const record = await download(stage, electionId);
  if (record === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "rota-scene-record-"));
  try {
    const file = join(folder, "record.zip");
    await writeFile(file, record);
    const { verdict, ballots, steps } = await unlessStopped(stage, verify(stage, file));
    const counts = await readCounts(stage, electionId);
    const isRight = verdict === "valid";
    const right = `record verified: ${nouns(ballots, "ballot", "ballots")}, ${String(steps.length)} steps; ${counts}`;
    return { isRight, text: isRight ? right : "record NOT valid: rota elections verify says why" };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function download({ url, stoppable }: Stage, electionId: string): Promise<Uint8Array | undefined> {
  return stoppable(async (signal) => {
    const answer = await fetch(`${url}/v1/elections/${electionId}/record`, { signal });
    if (answer.status === OK) return new Uint8Array(await answer.arrayBuffer());
    await answer.body?.cancel();
    return undefined;
  });
}

function verify(stage: Stage, file: string): Promise<RecordVerification> {
  return verifyInProcesses(openRecordFiles(file), {
    processes: 1,
    parameters: TOY_GROUP_256,
    onBallots: ({ done, total }) => stage.show({ act: "election", step: "verifying", done, total, unit: "ballots" }),
  });
}

/** `Ann 512, Bob 498`. */
async function readCounts({ clientOf }: Stage, electionId: string): Promise<string> {
  const client = clientOf(TENANTS.election);
  const { units } = await answerOf(
    client.GET("/v1/elections/{electionId}/results", { params: { path: { electionId } } }),
  );
  const contests = units.find(({ unitId }) => unitId === "election")?.contests ?? [];
  return contests
    .flatMap(({ selections }) => selections)
    .map(({ candidateId, votes }) => `${nameOf(candidateId)} ${count(votes)}`)
    .join(", ");
}

function nameOf(candidateId: string): string {
  return CANDIDATES.find((candidate) => candidate.candidateId === candidateId)?.name ?? candidateId;
}
