/**
 * Verifies a record on several cores, or a folder on one. Ballots are read twice so that memory stays flat.
 *
 * Only the verdicts on ballots are kept, not the ballots. The report is the same for any number of processes.
 */
import { availableParallelism } from "node:os";
import { computeIn, type Logger, silentLogger } from "@rota/engine";
import { createComputePool } from "@rota/engine/workload";
import { GROUP_V1_4096, GROUP_V2_4096, type GroupParameters } from "../core/crypto/group-parameters.ts";
import { nativeExponentiation } from "../core/node/native-crypto.ts";
import { openRecordFolder, type RecordFolderOptions } from "../core/node/record-folder.ts";
import { readRecord191 } from "../core/records/read-record-191.ts";
import { readRecord20 } from "../core/records/read-record-20.ts";
import { readRecord } from "../core/records/read-record.ts";
import type { RecordFiles } from "../core/records/record-files.ts";
import type * as ballotVerdicts from "./ballot-verdicts.ts";
import { kindOf, type OpenOptions, openRecord, type RecordKind, type RecordReport } from "./open-record.ts";
import type { BallotVerdict, StepName, StepReport, VerificationReport } from "./report.ts";
import type { VerificationOptions } from "./verify-record.ts";

export type ProcessesOptions = {
  /** Number of processes that check ballots. Default: the number of cores. */
  readonly processes?: number;
  /** Group that the election had to use. Default: the one of its version. */
  readonly parameters?: GroupParameters;
  readonly onBallots?: (progress: { readonly done: number; readonly total: number }) => void;
  readonly logger?: Logger;
};

export type RecordVerification = {
  readonly kind: RecordKind;
  readonly verdict: VerificationReport["verdict"];
  readonly ballots: number;
  /**
   * Steps with their times. The time of checking ballots counts for step 5, although it covers steps 6 and 7 as well.
   */
  readonly steps: readonly (StepReport & { readonly ms: number })[];
};

const inVerdicts = computeIn<typeof ballotVerdicts>(new URL("./ballot-verdicts.ts", import.meta.url));

export async function verifyInProcesses(
  files: RecordFiles,
  options: ProcessesOptions = {},
): Promise<RecordVerification> {
  const { processes = availableParallelism(), logger = silentLogger, parameters } = options;
  const times = createStepTimes();
  const kind = kindOf(files);
  const group = parameters === undefined ? {} : { parameters };
  const record = openRecord(files, { exponentiation: nativeExponentiation(), ...group });
  const total = countBallotFiles(files, kind);
  const pool = createComputePool({ processes, logger });
  try {
    const verdicts = await collectVerdicts(ballotBatches(files, { kind, parameters }), {
      run: (batch) => pool.run(inVerdicts("verdictsOf"), batch),
      atOnce: processes + 1,
      onDone: (done) => options.onBallots?.({ done, total: Math.max(done, total) }),
    });
    times.add("ballot selections");
    const onProgress = ({ step }: { step: StepName }) => times.add(step);
    const { verdict, steps } = record.verify({ verdicts, onProgress });
    const timed = steps.map((step) => ({ ...step, ms: times.msOf(step.name) }));
    return { kind, verdict, ballots: verdicts.length, steps: timed };
  } finally {
    await pool.close();
  }
}

type Work = {
  readonly run: (batch: ballotVerdicts.BallotsToVerify) => Promise<BallotVerdict[]>;
  /** Number of batches that are read and not finished, enough to keep every process busy. */
  readonly atOnce: number;
  readonly onDone: (ballots: number) => void;
};

async function collectVerdicts(
  batches: Iterable<ballotVerdicts.BallotsToVerify>,
  { run, atOnce, onDone }: Work,
): Promise<BallotVerdict[]> {
  const verdicts: BallotVerdict[] = [];
  const waiting: Promise<BallotVerdict[]>[] = [];
  const takeFirst = async () => {
    verdicts.push(...((await waiting.shift()) ?? []));
    onDone(verdicts.length);
  };
  for (const batch of batches) {
    const answer = run(batch);
    answer.catch(() => undefined); // it is awaited in its turn; another one may fail before
    waiting.push(answer);
    if (waiting.length >= atOnce) await takeFirst();
  }
  while (waiting.length > 0) await takeFirst();
  return verdicts;
}

/** Minimum number of selections of a batch, so that the batch pays. */
const SELECTIONS_AT_ONCE = 500;

/** Cuts the ballots of a record of any version into batches that can be sent to another process. */
function* ballotBatches(
  files: RecordFiles,
  { kind, parameters }: { kind: RecordKind; parameters: GroupParameters | undefined },
): Iterable<ballotVerdicts.BallotsToVerify> {
  switch (kind) {
    case "ElectionGuard 1": {
      const { ballots, manifest, context } = readRecord(files);
      for (const part of inParts(ballots))
        yield { kind, parameters: parameters ?? GROUP_V1_4096, election: { manifest, context }, ballots: part };
      return;
    }
    case "ElectionGuard 1.91": {
      const { ballots, manifest, context } = readRecord191(files);
      for (const part of inParts(ballots))
        yield { kind, parameters: parameters ?? GROUP_V2_4096, election: { manifest, context }, ballots: part };
      return;
    }
    case "ElectionGuard 2.0":
    case "ElectionGuard 2.0, P-256": {
      const { ballots, manifest, config } = readRecord20(files);
      for (const part of inParts(ballots))
        yield { kind, parameters: parameters ?? GROUP_V2_4096, election: { manifest, config }, ballots: part };
    }
  }
}

/** Estimates the number of ballots without reading them. */
function countBallotFiles(files: RecordFiles, kind: RecordKind): number {
  return files.list(kind.startsWith("ElectionGuard 2.0") ? "encrypted_ballots" : "submitted_ballots").length;
}

type WithSelections = { readonly contests: readonly { readonly selections: readonly unknown[] }[] };

function* inParts<Ballot extends WithSelections>(ballots: Iterable<Ballot>): Iterable<Ballot[]> {
  let part: Ballot[] = [];
  let selections = 0;
  for (const ballot of ballots) {
    part.push(ballot);
    selections += ballot.contests.reduce((sum, contest) => sum + contest.selections.length, 0);
    if (selections < SELECTIONS_AT_ONCE) continue;
    yield part;
    part = [];
    selections = 0;
  }
  if (part.length > 0) yield part;
}

type StepTimes = { readonly add: (step: StepName) => void; readonly msOf: (step: StepName) => number };

/** Measures how long each step takes: the time since the previous check counts for the step of the current check. */
function createStepTimes(now: () => number = () => performance.now()): StepTimes {
  const times = new Map<StepName, number>();
  let before = now();
  return {
    add: (step) => {
      const at = now();
      times.set(step, (times.get(step) ?? 0) + at - before);
      before = at;
    },
    msOf: (step) => Math.round(times.get(step) ?? 0),
  };
}

type FolderVerification = OpenOptions & RecordFolderOptions & Pick<VerificationOptions, "onProgress" | "verdicts">;

/** Verifies a folder. Throws when it cannot be read; errors in readable files are in the report. */
export function verifyRecordFolder(folder: string, options: FolderVerification = {}): RecordReport {
  const { onProgress, verdicts, fileBytesMax, ...computing } = options;
  const files = openRecordFolder(folder, fileBytesMax === undefined ? {} : { fileBytesMax });
  const record = openRecord(files, { exponentiation: nativeExponentiation(), ...computing });
  return record.verify({
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(verdicts === undefined ? {} : { verdicts }),
  });
}
