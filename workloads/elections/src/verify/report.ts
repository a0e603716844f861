/** Lists the steps of a verification and collects its findings, those of single ballots included. */
import * as proofs from "@rota/proofs/report";
import type { BallotObjection } from "../core/ballots/check-ballot.ts";

/** Steps in order, with the numbers that reports use. */
export const STEPS = [
  "parameters",
  "base hashes",
  "guardian keys",
  "joint key",
  "ballot selections",
  "contest limits",
  "ballot hashes and codes",
  "tally",
  "direct shares",
  "compensated shares",
  "reconstruction",
  "counts",
  "challenged ballots",
  "totals",
  "chain of codes",
] as const;

export type StepName = (typeof STEPS)[number];
export type { Finding } from "@rota/proofs/report";
export type StepReport = proofs.StepReport<StepName>;
export type VerificationReport = proofs.VerificationReport<StepName>;
export type OnProgress = proofs.OnProgress<StepName>;
export type Findings = proofs.Findings<StepName>;

export function collectFindings(onProgress?: OnProgress): Findings {
  return proofs.collectFindings(STEPS, onProgress);
}

/** Result of checking one ballot. It is plain data, because it may come from another thread. */
export type BallotVerdict = {
  readonly ballotId: string;
  readonly checked: Readonly<Record<BallotObjection["about"], number>>;
  readonly objections: readonly BallotObjection[];
};

const STEP_OF: Readonly<Record<BallotObjection["about"], StepName>> = {
  selections: "ballot selections",
  limits: "contest limits",
  hashes: "ballot hashes and codes",
};

export function noteVerdict({ note }: Findings, { ballotId, checked, objections }: BallotVerdict): void {
  for (const about of ["selections", "limits", "hashes"] as const) {
    const found = objections.filter((objection) => objection.about === about);
    for (const { where, why } of found) note(STEP_OF[about], where, why);
    for (let held = found.length; held < checked[about]; held++) note(STEP_OF[about], `ballot ${ballotId}`, undefined);
  }
}

/**
 * Returns each ballot with its verdict. Verdicts that were made elsewhere must be of the same ballots in the same
 * order.
 */
export function* withVerdicts<Ballot extends { readonly ballotId: string }>(
  ballots: Iterable<Ballot>,
  {
    verdictOf,
    verdicts,
  }: { verdictOf: (ballot: Ballot) => BallotVerdict; verdicts: Iterable<BallotVerdict> | undefined },
): Iterable<[Ballot, BallotVerdict]> {
  const given = verdicts?.[Symbol.iterator]();
  for (const ballot of ballots) {
    const next = given?.next();
    const verdict = next === undefined ? verdictOf(ballot) : next.done === true ? undefined : next.value;
    if (verdict?.ballotId !== ballot.ballotId) throw new Error(`the verdict is not that of ballot ${ballot.ballotId}`);
    yield [ballot, verdict];
  }
}
