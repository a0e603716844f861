/** The shares of a guardian, made on its own machine: for itself and for guardians that are missing. */
import { RotaError } from "@rota/engine/errors";
import type { Ciphertext } from "../../crypto/elgamal.ts";
import type { Group } from "../../crypto/group/group.ts";
import { proofNonce } from "../../phases/arithmetic/proof-nonce.ts";
import { writeShare, type ShareForm } from "../../phases/forms/share-form.ts";
import { itemsOfSlice, SLICE_SIZE, type Slice, type Subject } from "../../phases/plan/slices.ts";
import { compensateShare, decryptShare } from "../../tally/decrypt-share.ts";
import type { EncryptedTally } from "../../tally/tally.ts";
import { secretKeyOf, type GuardianKeys } from "../guardian-keys.ts";
import { openBackup, type KeyBackup } from "../key-backup.ts";
import { checkPublishedTally, type PublishedTally } from "./published-tally.ts";

export type HomeWork = {
  readonly keys: GuardianKeys;
  readonly published: PublishedTally;
  /** Ids of guardians that were declared missing, and the backups that they left for this one. */
  readonly missing: readonly string[];
  readonly backups: readonly KeyBackup[];
  /** Called with every slice that is done. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
};

/** Shares of one slice; `missing` is the number of the guardian that they stand in for, null for one's own. */
export type HomeShares = Slice & { readonly missing: number | null; readonly shares: readonly ShareForm[] };

/** The reporting unit of an election that is counted as a whole. */
export const WHOLE_ELECTION = "election";

/** Nothing is decrypted before the tally was found to be the sum of the published ballots. */
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
      throw new RotaError("CEREMONY_INVALID", `${missingId} is none of the other guardians`, { guardianId: missingId });
    }
    const backup = backups.find(
      ({ senderId, receiverId }) => senderId === missingId && receiverId === keys.public.guardianId,
    );
    if (backup === undefined) {
      const message = `no backup of guardian ${missingId} for ${keys.public.guardianId} was given: it is needed to stand in for it`;
      throw new RotaError("KEY_BACKUP_INVALID", message, { senderId: missingId });
    }
    const point = openBackup(group, { backup, sender, receiver: keys });
    const stand = { guardian: keys.public, missing: sender, point };
    return {
      missing: sender.sequence,
      secret: point,
      decrypt: (statement) => compensateShare(group, stand, statement),
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
