/**
 * Verifies a record of any version on several cores: ballots are looked at in processes of their own, the rest here.
 *
 * Ballots are read twice, so that only what was found of them is held and not they themselves. The report is the same
 * however many processes there are.
 */
import { computeIn, createComputePool, silentLogger, type Logger } from "@rota/engine";
import { availableParallelism } from "node:os";
import { nativeExponentiation } from "../../crypto/group/native-exponentiation.ts";
import type { GroupParameters } from "../../crypto/group/parameters.ts";
import type { RecordFiles } from "../../records/record-files.ts";
import type { BallotVerdict } from "../ballot-verdict.ts";
import { kindOf, openRecord, type RecordKind } from "../open-record.ts";
import type { StepName, StepReport, VerificationReport } from "../report.ts";
import { ballotBatches, countBallotFiles } from "./ballot-batches.ts";
import type * as ballotVerdicts from "./ballot-verdicts.ts";
import type { BallotsToVerify } from "./ballot-verdicts.ts";
import { createStepTimes } from "./step-times.ts";

export type ProcessesOptions = {
  /** How many processes look at ballots. Default: the number of cores. */
  readonly processes?: number;
  /** The group that the election had to use. Default: the one of its version. */
  readonly parameters?: GroupParameters;
  readonly onBallots?: (progress: { readonly done: number; readonly total: number }) => void;
  readonly logger?: Logger;
};

export type RecordVerification = {
  readonly kind: RecordKind;
  readonly verdict: VerificationReport["verdict"];
  readonly ballots: number;
  /** Looking at ballots counts for the fifth step, though it decides the next two as well. */
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
  readonly run: (batch: BallotsToVerify) => Promise<BallotVerdict[]>;
  /** Batches that are read and not yet answered: as many as keep every process busy. */
  readonly atOnce: number;
  readonly onDone: (ballots: number) => void;
};

async function collectVerdicts(
  batches: Iterable<BallotsToVerify>,
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
