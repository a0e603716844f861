/** Steps 8 and 14: the encrypted tally is the product of exactly the cast ballots, and the counts fit their number. */
import type { Group } from "../crypto/group/group.ts";
import type { ElectionRecord } from "../records/read-record.ts";
import { keyOf, toEncryptedTally } from "../tally/aggregate.ts";
import type { DecryptedTally, EncryptedTally } from "../tally/tally.ts";
import type { Findings } from "./report.ts";
import type { BallotSums } from "./verify-ballots.ts";

export function verifyTally(
  group: Group,
  { manifest, encryptedTally, tally }: ElectionRecord,
  { findings: { note }, ballots }: { findings: Findings; ballots: BallotSums },
): void {
  const published = ciphertextsOf(encryptedTally);
  const decrypted = ciphertextsOf(tally);
  const computed = toEncryptedTally(group, manifest, ballots.cast);
  const expected = ciphertextsOf(computed);
  const described = descriptionsOf(encryptedTally);
  for (const [contestId, description] of descriptionsOf(computed)) {
    const isSame = described.get(contestId) === description;
    note("tally", `tally, ${contestId}`, isSame ? undefined : "its sequence or hashes are not those of the manifest");
  }
  for (const [key, ciphertext] of expected) {
    const where = `tally, ${key.replace("|", ", ")}`;
    const isSame = published.get(key) === ciphertext;
    note("tally", where, isSame ? undefined : "it is not the product of the cast ballots");
    note(
      "tally",
      where,
      decrypted.get(key) === ciphertext ? undefined : "what was decrypted is not the encrypted tally",
    );
  }
  for (const key of new Set([...published.keys(), ...decrypted.keys()])) {
    if (!expected.has(key)) note("tally", `tally, ${key.replace("|", ", ")}`, "the manifest has no such selection");
  }
}

type TotalsWork = {
  readonly findings: Findings;
  readonly ballots: Pick<BallotSums, "castWith">;
  readonly tally: DecryptedTally;
  /** Of what the tally is. */
  readonly name: string;
};

/** Votes and votes that were left over are together what the ballots had to give. */
export function verifyTotals(
  { manifest }: ElectionRecord,
  { findings: { note }, ballots, tally, name }: TotalsWork,
): void {
  for (const { contestId, selections } of tally.contests) {
    const contest = manifest.contests.find((candidate) => candidate.contestId === contestId);
    const cast = ballots.castWith.get(contestId) ?? 0;
    const votes = selections.reduce((sum, { count }) => sum + count, 0);
    const where = `${name}, contest ${contestId}`;
    const isWithin = votes <= cast * (contest?.numberElected ?? 0);
    note("totals", where, isWithin ? undefined : `it has ${String(votes)} votes from ${String(cast)} ballots`);
    const over = selections.find(({ count }) => count < 0 || count > cast);
    note("totals", where, over === undefined ? undefined : `${over.selectionId} has more votes than there are ballots`);
  }
}

/** As text that can be compared, by contest and selection. */
export function ciphertextsOf({
  contests,
}: Pick<EncryptedTally, "contests"> | ElectionRecord["tally"]): Map<string, string> {
  const entries = contests.flatMap(({ contestId, selections }) =>
    selections.map(({ selectionId, ciphertext }): [string, string] => [
      keyOf(contestId, selectionId),
      `${ciphertext.pad.toString(16)} ${ciphertext.data.toString(16)}`,
    ]),
  );
  return new Map(entries);
}

/** As text that can be compared, by contest. */
function descriptionsOf({ contests }: EncryptedTally): Map<string, string> {
  return new Map(
    contests.map((contest) => {
      const written = [contest, ...contest.selections].map(
        ({ sequence, descriptionHash }) => `${String(sequence)} ${String(descriptionHash)}`,
      );
      return [contest.contestId, written.sort().join()];
    }),
  );
}
