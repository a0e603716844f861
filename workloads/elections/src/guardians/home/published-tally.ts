/** What a guardian looks at before it decrypts: the tally must be the sum of exactly the ballots that everybody can see. */
import { RotaError } from "@rota/engine/errors";
import type { SubmittedBallot } from "../../ballots/ballot.ts";
import { objectionsToBallots } from "../../ballots/check-ballots.ts";
import type { Group } from "../../crypto/group/group.ts";
import { manifestHash } from "../../manifest/manifest-hash.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { addBallots, mergeParts, toEncryptedTally, type TallyPart } from "../../tally/aggregate.ts";
import type { EncryptedTally } from "../../tally/tally.ts";
import { createNewness } from "../../verify/ballot-verdict.ts";
import { contextOf, type ElectionContext } from "../election-context.ts";
import type { GuardianKeys, GuardianPublic } from "../guardian-keys.ts";
import { checkGuardians } from "./ceremony-at-home.ts";

export type PublishedTally = {
  readonly manifest: Manifest;
  readonly context: ElectionContext;
  readonly guardians: readonly GuardianPublic[];
  readonly ballots: Iterable<SubmittedBallot> | AsyncIterable<SubmittedBallot>;
  readonly encryptedTally: EncryptedTally;
};

export type CheckedTally = {
  readonly cast: number;
  readonly challenged: readonly SubmittedBallot[];
};

/**
 * Without this, whoever asks could have a single ballot decrypted and call it the tally.
 *
 * Checks keys, hashes, every ballot, and that the tally is the product of all cast ballots and of nothing else.
 */
export async function checkPublishedTally(
  group: Group,
  { keys, published }: { keys: GuardianKeys; published: PublishedTally },
): Promise<CheckedTally> {
  checkElection(group, { keys, published });
  const isNew = createNewness();
  const challenged: SubmittedBallot[] = [];
  let cast: TallyPart = { ballots: 0, sums: new Map() };
  for await (const ballots of inBatches(published.ballots)) {
    const [objection] = objectionsToBallots(group, published, ballots).flat();
    if (objection !== undefined) throw refusal(`${objection.where}: ${objection.why}`);
    for (const ballot of ballots) {
      const again = isNew(ballot);
      if (again !== undefined) throw refusal(`ballot ${ballot.ballotId}: ${again}`);
      if (ballot.state === "challenged") challenged.push(ballot);
    }
    const counted = ballots.filter(({ state }) => state === "cast");
    cast = mergeParts(group, [cast, addBallots(group, counted)]);
  }
  const expected = toEncryptedTally(group, published.manifest, cast);
  const different = differenceOf(expected, published.encryptedTally);
  if (different !== undefined) {
    throw refusal(`${different} of the tally is not the sum of the ${String(cast.ballots)} ballots that were cast`);
  }
  return { cast: cast.ballots, challenged };
}

/** Checked together, ballots cost a third of what each costs alone. */
const BATCH_SIZE = 20;

async function* inBatches(ballots: PublishedTally["ballots"]): AsyncGenerator<SubmittedBallot[]> {
  let batch: SubmittedBallot[] = [];
  for await (const ballot of ballots) {
    batch.push(ballot);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function checkElection(group: Group, { keys, published }: { keys: GuardianKeys; published: PublishedTally }): void {
  const { manifest, context, guardians } = published;
  checkGuardians(group, { keys, guardians });
  const quorum = keys.coefficients.length;
  const inOrder = [...guardians].sort((a, b) => a.sequence - b.sequence);
  const expected = contextOf(group, { guardians: inOrder, quorum, manifestHash: manifestHash(group, manifest) });
  const names = [
    "guardians",
    "quorum",
    "publicKey",
    "commitmentHash",
    "manifestHash",
    "baseHash",
    "extendedHash",
  ] as const;
  const different = names.find((name) => expected[name] !== context[name]);
  if (different !== undefined) throw refusal(`${different} of the context does not follow from manifest and guardians`);
}

function differenceOf(expected: EncryptedTally, found: EncryptedTally): string | undefined {
  const [wanted, given] = [ciphertextsOf(expected), ciphertextsOf(found)];
  return [...new Set([...wanted.keys(), ...given.keys()])].find((key) => wanted.get(key) !== given.get(key));
}

function ciphertextsOf({ contests }: EncryptedTally): Map<string, string> {
  const named = contests.flatMap(({ contestId, selections }) =>
    selections.map(({ selectionId, ciphertext: { pad, data } }): [string, string] => [
      `${contestId}, ${selectionId}`,
      `${String(pad)} ${String(data)}`,
    ]),
  );
  return new Map(named);
}

function refusal(why: string): RotaError {
  return new RotaError(
    "TALLY_NOT_PUBLISHED",
    `${why}: nothing was decrypted; ask the election office what was changed`,
  );
}
