/** Makes, checks, writes and combines the shares with which guardians decrypt. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { RotaError } from "@rota/engine/errors";
import { ElectionError } from "../../errors.ts";
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group.ts";
import { objectionToShareProof, proveShare, type ShareProof } from "../crypto/guardian-proofs.ts";
import { toBytes, toHex } from "../crypto/hash.ts";
import { lagrangeWeight, requireElement } from "../crypto/scalars.ts";
import {
  type ElectionContext,
  type GuardianKeys,
  type GuardianPublic,
  publicKeyOf,
  recoveryKey,
  secretKeyOf,
} from "../guardians/key-ceremony.ts";
import { type JsonValue, readJson } from "../records/json-reader.ts";
import type { Place, Subject } from "./slices.ts";
import type { CompensatedShare, DecryptedSelection, GuardianShare } from "./tally.ts";

export type DirectShare = { readonly guardianId: string; readonly share: bigint; readonly proof: ShareProof };

/**
 * Work for one share. The nonce of the proof must be random, or derived from a secret and the ciphertext, and must
 * never be used twice.
 */
type ToDecrypt = { readonly ciphertext: Ciphertext; readonly context: ElectionContext; readonly nonce: bigint };

/** Decrypts with the guardian's own key. */
export function decryptShare(group: Group, keys: GuardianKeys, work: ToDecrypt): DirectShare {
  return { guardianId: keys.public.guardianId, ...shareWith(group, secretKeyOf(keys), work) };
}

/** Decrypts for a missing guardian. `point` comes from the backup of the missing guardian for this guardian. */
export function compensateShare(
  group: Group,
  { guardian, missing, point }: { guardian: GuardianPublic; missing: GuardianPublic; point: bigint },
  work: ToDecrypt,
): CompensatedShare {
  return {
    guardianId: guardian.guardianId,
    missingGuardianId: missing.guardianId,
    recoveryKey: recoveryKey(group, missing, guardian.sequence),
    ...shareWith(group, point, work),
  };
}

/** Refuses a share whose proof is not valid, and names the guardian. */
export function checkDirectShare(
  group: Group,
  { share, guardian, ciphertext, context }: Checked<DirectShare> & { guardian: GuardianPublic },
): void {
  const about = {
    ciphertext,
    share: share.share,
    extendedHash: context.extendedHash,
    publicKey: publicKeyOf(guardian),
  };
  refuseIf(objectionToShareProof(group, about, share.proof), `the share of guardian ${share.guardianId}`);
}

/** Refuses a wrong share for a missing guardian. The recovery key is computed again, never trusted. */
export function checkCompensatedShare(
  group: Group,
  work: Checked<CompensatedShare> & { guardian: GuardianPublic; missing: GuardianPublic },
): void {
  const { share, guardian, missing, ciphertext, context } = work;
  const what = `the share of guardian ${share.guardianId} for ${share.missingGuardianId}`;
  const publicKey = recoveryKey(group, missing, guardian.sequence);
  refuseIf(publicKey === share.recoveryKey ? undefined : "its recovery key is another", what);
  const about = { ciphertext, share: share.share, extendedHash: context.extendedHash, publicKey };
  refuseIf(objectionToShareProof(group, about, share.proof), what);
}

type Checked<Share> = { readonly share: Share; readonly ciphertext: Ciphertext; readonly context: ElectionContext };

function shareWith(group: Group, secret: bigint, { ciphertext, context, nonce }: ToDecrypt) {
  requireElement(group, ciphertext.pad, "the pad to decrypt");
  const share = group.power(ciphertext.pad, secret);
  const about = { ciphertext, share, extendedHash: context.extendedHash };
  return { share, proof: proveShare(group, about, { secret, nonce }) };
}

function refuseIf(objection: string | undefined, what: string): void {
  if (objection !== undefined) throw new ElectionError("DECRYPTION_SHARES_INVALID", `${what} is wrong: ${objection}`);
}

export type SharesToCombine = {
  readonly selectionId: string;
  readonly ciphertext: Ciphertext;
  readonly context: ElectionContext;
  readonly guardians: readonly GuardianPublic[];
  readonly direct: readonly DirectShare[];
  readonly compensated: readonly CompensatedShare[];
};

/**
 * Combines shares. A guardian with a direct share is present; every present guardian must have given a share for each
 * missing one.
 */
export function combineShares(
  group: Group,
  work: SharesToCombine,
  countOf: (value: bigint) => number,
): DecryptedSelection {
  const { selectionId, ciphertext, context, guardians } = work;
  const present = guardians.filter((guardian) =>
    work.direct.some(({ guardianId }) => guardianId === guardian.guardianId),
  );
  if (present.length !== work.direct.length)
    throw refusal(selectionId, "somebody who is no guardian gave one, or one gave two");
  if (present.length < context.quorum) {
    throw refusal(
      selectionId,
      `${String(present.length)} guardians are present, the quorum is ${String(context.quorum)}`,
    );
  }
  const shares = guardians.map((guardian) => shareOf(group, work, { guardian, present }));
  const value = group.divide(ciphertext.data, group.product(shares.map(({ share }) => share)));
  return { selectionId, count: countOf(value), value, ciphertext, shares };
}

function shareOf(
  group: Group,
  work: SharesToCombine,
  { guardian, present }: { guardian: GuardianPublic; present: readonly GuardianPublic[] },
): GuardianShare {
  const { guardianId } = guardian;
  const share = work.direct.find((candidate) => candidate.guardianId === guardianId);
  if (share === undefined) return reconstruct(group, work, { missing: guardian, present });
  checkDirectShare(group, { ...work, share, guardian });
  return { kind: "direct", ...share };
}

function reconstruct(
  group: Group,
  work: SharesToCombine,
  { missing, present }: { missing: GuardianPublic; present: readonly GuardianPublic[] },
): GuardianShare {
  const parts = present.map((guardian) => {
    const [share, ...more] = work.compensated.filter(
      ({ guardianId, missingGuardianId }) =>
        guardianId === guardian.guardianId && missingGuardianId === missing.guardianId,
    );
    if (share === undefined || more.length > 0) {
      const what = `guardian ${guardian.guardianId} gave ${share === undefined ? "none" : "two"}`;
      throw refusal(work.selectionId, `${what} for ${missing.guardianId}`);
    }
    checkCompensatedShare(group, { ...work, share, guardian, missing });
    return share;
  });
  const share = reconstructShare(group, parts, present);
  return { kind: "reconstructed", guardianId: missing.guardianId, share, parts };
}

/** Returns the product of the parts, each to the power of its guardian's weight. */
export function reconstructShare(
  group: Group,
  parts: readonly CompensatedShare[],
  present: readonly GuardianPublic[],
): bigint {
  const sequences = present.map(({ sequence }) => sequence);
  return group.product(
    parts.map(({ guardianId, share }) => {
      const sequence = present.find((guardian) => guardian.guardianId === guardianId)?.sequence ?? 0;
      return group.power(share, lagrangeWeight(group, sequence, sequences));
    }),
  );
}

function refusal(selectionId: string, why: string): RotaError {
  return new ElectionError("DECRYPTION_SHARES_INVALID", `the shares of ${selectionId} do not fit: ${why}`, {
    selectionId,
  });
}

type Statement = {
  /** Exponent of the share. */
  readonly secret: bigint;
  readonly place: Subject & Place;
  readonly ciphertext: Ciphertext;
  readonly extendedHash: bigint;
};

const DOMAIN = utf8ToBytes("rota elections: nonce of a share");

/**
 * Returns a nonce from 1 to q - 1. It is derived from the guardian's secret and the ciphertext, so a share that is made
 * again is the same. Two statements never share a nonce, which would reveal the secret: election, place and ciphertext
 * are all part of it. Twice 256 bits are reduced, so none is more likely than another.
 */
export function proofNonce(
  { q }: { readonly q: bigint },
  { secret, place, ciphertext, extendedHash }: Statement,
): bigint {
  const { subject, subjectId, contest, selection } = place;
  const numbers = [extendedHash, ciphertext.pad, ciphertext.data].map(toHex);
  const message = utf8ToBytes(JSON.stringify([subject, subjectId, contest, selection, ...numbers]));
  const key = sha256(concatBytes(DOMAIN, toBytes(secret)));
  const halves = [0, 1].map((half) => hmac(sha256, key, concatBytes(Uint8Array.of(half), message)));
  return (BigInt(`0x${bytesToHex(concatBytes(...halves))}`) % (q - 1n)) + 1n;
}

export type ShareForm = Place & {
  readonly share: string;
  readonly proof: {
    readonly pad: string;
    readonly data: string;
    readonly challenge: string;
    readonly response: string;
  };
};

/** A share and its proof, of any place and guardian. */
export type GivenShare = { readonly share: bigint; readonly proof: ShareProof };

export function writeShare(place: Place, { share, proof }: GivenShare): ShareForm {
  const { contest, selection } = place;
  const { pad, data, challenge, response } = proof;
  return {
    contest,
    selection,
    share: toHex(share),
    proof: { pad: toHex(pad), data: toHex(data), challenge: toHex(challenge), response: toHex(response) },
  };
}

function readShare(json: JsonValue): Place & GivenShare {
  const proof = json.member("proof");
  return {
    contest: json.member("contest").text(),
    selection: json.member("selection").text(),
    share: json.member("share").hex(),
    proof: {
      pad: proof.member("pad").hex(),
      data: proof.member("data").hex(),
      challenge: proof.member("challenge").hex(),
      response: proof.member("response").hex(),
    },
  };
}

/** @example readShares(JSON.stringify(forms), "shares of guardian 2") */
export function readShares(text: string, what: string): (Place & GivenShare)[] {
  return readJson(text, what).list().map(readShare);
}
