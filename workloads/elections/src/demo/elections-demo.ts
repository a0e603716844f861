/** Runs the demo election from its creation to a verified record, and resumes it in whatever state it is. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DemoFolder, DemoVerdict, WorkloadDemo } from "@rota/engine/workload";
import { Type } from "typebox";
import { Parse } from "typebox/value";
import { TOY_GROUP_256 } from "../core/crypto/group-parameters.ts";
import { createFleetSeed } from "../core/guardians/seal.ts";
import { openRecordFiles } from "../core/node/record-zip.ts";
import { State } from "../http/fields.ts";
import { type RecordVerification, verifyInProcesses } from "../verify/verify-in-processes.ts";
import { beginCeremony, decrypt, holdCeremony } from "./demo-guardians.ts";
import { ask, askOnce, CANDIDATES, type DemoElection, findElection, TENANT } from "./demo-office.ts";
import { castBallots, registerVoters } from "./demo-voters.ts";

export const electionsDemo: WorkloadDemo = {
  tenants: [TENANT],
  prepare: nameFleetSeed,
  steps: [
    {
      name: "election",
      async play(context) {
        const election = await findElection(context);
        return context.until(() => step(election));
      },
    },
  ],
};

const SEED_FILE = "ELECTIONS_FLEET_SEED_FILE";

/** Names the file of the seed from which workers make their keys. Workers and their computing processes read it. */
function nameFleetSeed(folder: DemoFolder): void {
  if (["ELECTIONS_FLEET_SEED", SEED_FILE].some((name) => (process.env[name] ?? "") !== "")) return;
  const { path } = folder.keep("fleet.seed", () => Buffer.from(createFleetSeed()).toString("base64"));
  process.env[SEED_FILE] = path;
}

const Status = Type.Object({ election: Type.Object({ state: State }) });

/** Runs the next step. Returns the verdict when nothing is left to do. */
async function step(election: DemoElection): Promise<DemoVerdict | undefined> {
  const { state } = Parse(Status, await ask(election, "")).election;
  switch (state) {
    case "CEREMONY":
      await beginCeremony(election);
      await registerVoters(election);
      await holdCeremony(election);
      return undefined;
    case "READY":
      await ask(election, "/open", { body: {} });
      return undefined;
    case "OPEN":
      await castBallots(election);
      // Closing is refused while a ballot of a killed process is unverified.
      await askOnce(election, "/close");
      return undefined;
    case "CLOSED":
      await askOnce(election, "/tally");
      return undefined;
    case "TALLIED":
    case "DECRYPTING":
      await decrypt(election);
      return undefined;
    case "TALLYING":
    case "COMBINING":
      await showPhase(election, state);
      return undefined;
    case "DECRYPTED":
      return verifyRecord(election);
  }
}

const Phase = Type.Object({ processedChunks: Type.Integer(), totalChunks: Type.Integer() });

async function showPhase(election: DemoElection, state: "TALLYING" | "COMBINING"): Promise<void> {
  const [path, name] = state === "TALLYING" ? ["/tally", "tally"] : ["/combine", "combining"];
  const { processedChunks: done, totalChunks: total } = Parse(Phase, await ask(election, path));
  election.context.show({ name: "election", step: name, done, total, unit: "chunks" });
}

const OK = 200;

/** Verifies the record, or returns undefined while it is being written. */
async function verifyRecord(election: DemoElection): Promise<DemoVerdict | undefined> {
  const record = await download(election);
  if (record === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "rota-demo-record-"));
  try {
    const file = join(folder, "record.zip");
    await writeFile(file, record);
    const { verdict, ballots, steps } = await unlessStopped(election, verify(election, file));
    const counts = await readCounts(election);
    const isRight = verdict === "valid";
    const counted = `${count(ballots)} ${ballots === 1 ? "ballot" : "ballots"}`;
    const right = `record verified: ${counted}, ${String(steps.length)} steps; ${counts}`;
    return { isRight, text: isRight ? right : "record NOT valid: rota elections verify says why" };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function download({ context, electionId }: DemoElection): Promise<Uint8Array | undefined> {
  const answer = await context.fetch(`${context.url}/v1/elections/${electionId}/record`);
  if (answer.status === OK) return new Uint8Array(await answer.arrayBuffer());
  await answer.body?.cancel();
  return undefined;
}

/** Waits for long work, but not once the demo stops: its outcome is useless then. */
function unlessStopped<Result>({ context }: DemoElection, running: Promise<Result>): Promise<Result> {
  return context.stoppable((signal) => {
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("the demo was stopped")));
    });
    return Promise.race([running, stopped]);
  });
}

function verify({ context }: DemoElection, file: string): Promise<RecordVerification> {
  return verifyInProcesses(openRecordFiles(file), {
    processes: 1,
    parameters: TOY_GROUP_256,
    onBallots: ({ done, total }) => context.show({ name: "election", step: "verifying", done, total, unit: "ballots" }),
  });
}

const Results = Type.Object({
  units: Type.Array(
    Type.Object({
      unitId: Type.String(),
      contests: Type.Array(
        Type.Object({
          selections: Type.Array(Type.Object({ candidateId: Type.String(), votes: Type.Integer() })),
        }),
      ),
    }),
  ),
});

/** Returns the counts as text: `Ann 512, Bob 498`. */
async function readCounts(election: DemoElection): Promise<string> {
  const { units } = Parse(Results, await ask(election, "/results"));
  const contests = units.find(({ unitId }) => unitId === "election")?.contests ?? [];
  return contests
    .flatMap(({ selections }) => selections)
    .map(({ candidateId, votes }) => `${nameOf(candidateId)} ${count(votes)}`)
    .join(", ");
}

function nameOf(candidateId: string): string {
  return CANDIDATES.find((candidate) => candidate.candidateId === candidateId)?.name ?? candidateId;
}

function count(value: number): string {
  return value.toLocaleString("en");
}
