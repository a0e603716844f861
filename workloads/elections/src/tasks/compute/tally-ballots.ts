/** Checks ballots again, adds them up and merges sums, in a computing process. */
import { objectionsToBallots } from "../../core/ballots/check-ballot.ts";
import { readStoredBallot, type StoredBallot } from "../../core/ballots/pack-ballot.ts";
import type { Manifest } from "../../core/manifest/manifest.ts";
import { groupOf } from "../../core/node/native-crypto.ts";
import type { ElectionBasis } from "../../core/tally/slices.ts";
import { addBallots, mergeParts, packTally, type StoredTally, unpackTally } from "../../core/tally/tally.ts";
import { ElectionError } from "../../errors.ts";

type BallotsToTally = ElectionBasis & { readonly ballots: readonly StoredBallot[] };

/** Adds up ballots. Refuses a ballot with invalid proofs, because it was changed after it was admitted. */
export function tallyBallots({ group: name, manifest, context, ballots }: BallotsToTally): StoredTally {
  const group = groupOf(name);
  const read = ballots.map((ballot) => readStoredBallot(group, { manifest, context }, ballot));
  const [objection] = objectionsToBallots(group, { manifest, context }, read).flat();
  if (objection !== undefined) throw new ElectionError("BALLOT_INVALID", `${objection.where}: ${objection.why}`);
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
