/** Writes what all of an election shares in the JSON shape of ElectionGuard 1.4: constants, context, devices, weights. */
import type { Device } from "../../ballots/ballot-hashes.ts";
import type { Group } from "../../crypto/group/group.ts";
import { toHex } from "../../crypto/hash/hex.ts";
import { lagrangeWeight } from "../../crypto/polynomial.ts";
import type { ElectionContext } from "../../guardians/election-context.ts";
import type { GuardianPublic } from "../../guardians/guardian-keys.ts";
import type { DecryptedTally } from "../../tally/tally.ts";

/** Votes that a tally is searched for at most, where others do. */
const VOTES_MAX = 1_000_000;

export function constantsToJson({ p, q, r, g }: Group) {
  return { large_prime: toHex(p), small_prime: toHex(q), cofactor: toHex(r), generator: toHex(g) };
}

export function contextToJson(context: ElectionContext) {
  return {
    number_of_guardians: context.guardians,
    quorum: context.quorum,
    elgamal_public_key: toHex(context.publicKey),
    commitment_hash: toHex(context.commitmentHash),
    manifest_hash: toHex(context.manifestHash),
    crypto_base_hash: toHex(context.baseHash),
    crypto_extended_base_hash: toHex(context.extendedHash),
    extended_data: null,
    configuration: { allow_overvotes: true, max_votes: VOTES_MAX },
  };
}

export function deviceToJson({ deviceId, sessionId, launchCode, location }: Device) {
  return { device_id: deviceId, session_id: sessionId, launch_code: launchCode, location };
}

/** The weights of those who gave a share themselves. */
export function weightsToJson(group: Group, guardians: readonly GuardianPublic[], { contests }: DecryptedTally) {
  const shares = contests[0]?.selections[0]?.shares ?? [];
  const direct = new Set(shares.filter(({ kind }) => kind === "direct").map(({ guardianId }) => guardianId));
  const present = guardians.filter(({ guardianId }) => direct.has(guardianId));
  const sequences = present.map(({ sequence }) => sequence);
  const weights = present.map(({ guardianId, sequence }): [string, string] => [
    guardianId,
    toHex(lagrangeWeight(group, sequence, sequences)),
  ]);
  return { coefficients: Object.fromEntries(weights) };
}
