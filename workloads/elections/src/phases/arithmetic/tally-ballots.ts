/** Checks ballots once more and adds them up, and adds up what others added up. Runs where heavy work is done. */
import { RotaError } from "@rota/engine/errors";
import { objectionsToBallots } from "../../ballots/check-ballots.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { addBallots, mergeParts } from "../../tally/aggregate.ts";
import { packTally, unpackTally, type StoredTally } from "../forms/packed-tally.ts";
import { readStoredBallot, type StoredBallot } from "../forms/stored-ballot.ts";
import { groupOf } from "./group-of.ts";
import type { ElectionBasis } from "./slice-items.ts";

export type BallotsToTally = ElectionBasis & { readonly ballots: readonly StoredBallot[] };

/** Refuses a ballot whose proofs do not hold: it was changed after it was admitted. */
export function tallyBallots({ group: name, manifest, context, ballots }: BallotsToTally): StoredTally {
  const group = groupOf(name);
  const read = ballots.map((ballot) => readStoredBallot(group, { manifest, context }, ballot));
  const [objection] = objectionsToBallots(group, { manifest, context }, read).flat();
  if (objection !== undefined) throw new RotaError("BALLOT_INVALID", `${objection.where}: ${objection.why}`);
  return { ballots: read.length, sums: packTally(group, manifest, addBallots(group, read)) };
}

export function mergeTallies(work: { group: string; manifest: Manifest; parts: readonly StoredTally[] }): StoredTally {
  const { manifest, parts } = work;
  const group = groupOf(work.group);
  const merged = mergeParts(
    group,
    parts.map((part) => unpackTally(group, manifest, part)),
  );
  return { ballots: merged.ballots, sums: packTally(group, manifest, merged) };
}
