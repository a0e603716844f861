/** Makes the shares of a guardian on its own machine, after checking the published tally. */
import type { RotaError } from "@rota/engine/errors";
import { ElectionError } from "../../errors.ts";
import type { SubmittedBallot } from "../ballots/ballot.ts";
import { createNewness, objectionsToBallots } from "../ballots/check-ballot.ts";
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group.ts";
import {
  contextOf,
  type ElectionContext,
  type GuardianKeys,
  type GuardianPublic,
  type KeyBackup,
  openBackup,
  secretKeyOf,
} from "../guardians/key-ceremony.ts";
import { type Manifest, manifestHash } from "../manifest/manifest.ts";
import { compensateShare, decryptShare, proofNonce, type ShareForm, writeShare } from "../tally/decryption-shares.ts";
import { itemsOfSlice, type Slice, SLICE_SIZE, type Subject, WHOLE_ELECTION } from "../tally/slices.ts";
import { addBallots, type EncryptedTally, mergeParts, type TallyPart, toEncryptedTally } from "../tally/tally.ts";
import { checkGuardians } from "./ceremony-at-home.ts";

export type HomeWork = {
  readonly keys: GuardianKeys;
  readonly published: PublishedTally;
  /** Ids of guardians that were declared missing. `backups` are those that they left for this guardian. */
  readonly missing: readonly string[];
  readonly backups: readonly KeyBackup[];
  /** Called after every slice. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
};

/**
 * Shares of one slice. `missing` is the number of the guardian that they stand in for; null for the guardian's own
 * shares.
 */
export type HomeShares = Slice & { readonly missing: number | null; readonly shares: readonly ShareForm[] };

/**
 * Decrypts the tally and the challenged ballots, but only after checking that the tally is the sum of the published
 * ballots.
 */
export async function decryptAtHome(
  group: Group,
  work: HomeWork,
): Promise<{ cast: number; challenged: number; shares: HomeShares[] }> {
  const { published, onProgress } = work;
  const { cast, challenged } = await checkPublishedTally(group, work);
  const slices = [
    ...slicesOf({ subject: "unit", subjectId: WHOLE_ELECTION }, published.encryptedTally.contests),
    ...challenged.flatMap(({ ballotId, contests }) => slicesOf({ subject: "ballot", subjectId: ballotId }, contests)),
  ];
  const givers = giversOf(group, work);
  const total = slices.length * givers.length;
  const shares: HomeShares[] = [];
  for (const giver of givers) {
    for (const slice of slices) {
      shares.push(sharesOf(group, { slice, giver, published }));
      onProgress?.({ done: shares.length, total });
    }
  }
  return { cast, challenged: challenged.length, shares };
}

type Item = { readonly contest: string; readonly selection: string; readonly ciphertext: Ciphertext };
type CutSlice = Slice & { readonly items: readonly Item[] };
type Giver = {
  readonly missing: number | null;
  readonly secret: bigint;
  readonly decrypt: (statement: Parameters<typeof decryptShare>[2]) => Parameters<typeof writeShare>[1];
};

function slicesOf(
  subject: Subject,
  contests: readonly {
    readonly contestId: EncryptedTally["contests"][number]["contestId"];
    readonly selections: readonly { readonly selectionId: string; readonly ciphertext: Ciphertext }[];
  }[],
): CutSlice[] {
  const items = contests.flatMap(({ contestId, selections }) =>
    selections.map(({ selectionId, ciphertext }) => ({ contest: contestId, selection: selectionId, ciphertext })),
  );
  return Array.from({ length: Math.ceil(items.length / SLICE_SIZE) }, (_, index) => {
    const slice = { ...subject, slice: index + 1 };
    return { ...slice, items: itemsOfSlice(items, slice) };
  });
}

function giversOf(group: Group, { keys, published: { guardians }, missing, backups }: HomeWork): Giver[] {
  const own: Giver = {
    missing: null,
    secret: secretKeyOf(keys),
    decrypt: (statement) => decryptShare(group, keys, statement),
  };
  const others = missing.map((missingId): Giver => {
    const sender = guardians.find(({ guardianId }) => guardianId === missingId);
    if (sender === undefined || missingId === keys.public.guardianId) {
      throw new ElectionError("CEREMONY_INVALID", `${missingId} is none of the other guardians`, {
        guardianId: missingId,
      });
    }
    const backup = backups.find(
      ({ senderId, receiverId }) => senderId === missingId && receiverId === keys.public.guardianId,
    );
    if (backup === undefined) {
      const message = `no backup of guardian ${missingId} for ${keys.public.guardianId} was given: it is needed to stand in for it`;
      throw new ElectionError("KEY_BACKUP_INVALID", message, { senderId: missingId });
    }
    const point = openBackup(group, { backup, sender, receiver: keys });
    const compensation = { guardian: keys.public, missing: sender, point };
    return {
      missing: sender.sequence,
      secret: point,
      decrypt: (statement) => compensateShare(group, compensation, statement),
    };
  });
  return [own, ...others];
}

function sharesOf(
  group: Group,
  {
    slice: { items, ...slice },
    giver,
    published: { context },
  }: { slice: CutSlice; giver: Giver; published: PublishedTally },
): HomeShares {
  const shares = items.map(({ ciphertext, ...place }) => {
    const statement = { ...context, secret: giver.secret, place: { ...slice, ...place }, ciphertext };
    const nonce = proofNonce(group, statement);
    return writeShare(place, giver.decrypt({ ciphertext, context, nonce }));
  });
  return { ...slice, missing: giver.missing, shares };
}

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
 * Checks that the published tally is right. Without this check, the server could have a single ballot decrypted and
 * call it the tally.
 *
 * It covers keys, hashes, every ballot, and that the tally is the product of all cast ballots and of nothing else.
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

/** Ballots that are checked together: each costs a third of what it costs alone. */
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
  return new ElectionError(
    "TALLY_NOT_PUBLISHED",
    `${why}: nothing was decrypted; ask the election office what was changed`,
  );
}
