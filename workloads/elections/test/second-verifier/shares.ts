/** Checks guardians' keys, shares, compensation and counts: brief, sections 3.4 and 3.8. */
import {
  at,
  big,
  check,
  count,
  hashOf,
  inverse,
  list,
  members,
  power,
  product,
  text,
  type Constants,
} from "./basics.ts";
import { isMember, pairOf, type Pair } from "./ballots.ts";

export type Guardian = { id: string; number: number; commitments: bigint[] };
export type Decryption = Constants & { extended: bigint; guardians: Guardian[]; present: Guardian[] };

export function readGuardian(group: Constants, json: unknown, quorum: number): Guardian {
  const { p, q, g } = group;
  const id = text(json, "guardian_id");
  const commitments = list(json, "election_commitments").map((one) => big({ one }, "one"));
  const proofs = list(json, "election_proofs");
  check(commitments.length === quorum && proofs.length === quorum, `guardian ${id} has another number of keys`);
  check(big(json, "election_public_key") === commitments[0], `guardian ${id} has another public key`);
  proofs.forEach((proof, degree) => {
    const [key, h] = [big(proof, "public_key"), big(proof, "commitment")];
    const [c, v] = [big(proof, "challenge"), big(proof, "response")];
    check(key === commitments[degree] && isMember(group, key), `guardian ${id} proves another key`);
    check(c === hashOf(q, key, h) && v < q, `the challenge of guardian ${id} is no hash`);
    check(
      power(g, v, p) === (h * power(key, c, p)) % p,
      `guardian ${id} does not know its secret ${degree.toString()}`,
    );
  });
  return { id, number: count(json, "sequence_order"), commitments };
}

/** Returns prod K_ij^(l^j), the public key of the point that guardian l received from guardian i. */
function recoveryKey({ p }: Constants, { commitments }: Guardian, l: number): bigint {
  return product(
    commitments.map((commitment, j) => power(commitment, BigInt(l) ** BigInt(j), p)),
    p,
  );
}

export function weightOf(q: bigint, guardian: Guardian, present: readonly Guardian[]): bigint {
  return present
    .filter(({ number }) => number !== guardian.number)
    .map(({ number }) => BigInt(number) * inverse(BigInt(number - guardian.number), q))
    .reduce((all, factor) => (((all * factor) % q) + q) % q, 1n);
}

/** Checks every selection of a tally or a challenged ballot: shares, counts, and the ciphertext that it opens. */
export function checkDecrypted(
  decryption: Decryption,
  json: unknown,
  pairs: ReadonlyMap<string, Pair>,
): Map<string, number> {
  const { p, g, guardians } = decryption;
  const counts = new Map<string, number>();
  for (const [contestId, contest] of members(json, "contests")) {
    check(text(contest, "object_id") === contestId, `${contestId} has another name inside`);
    for (const [selectionId, selection] of members(contest, "selections")) {
      const name = `${contestId}|${selectionId}`;
      check(text(selection, "object_id") === selectionId, `${name} has another name inside`);
      const pair = pairOf(selection, "message");
      const wanted = pairs.get(name);
      check(wanted?.pad === pair.pad && wanted.data === pair.data, `${name} decrypts something else`);
      const shares = list(selection, "shares");
      check(
        shares.every((share) => text(share, "object_id") === selectionId),
        `${name} has a share of another`,
      );
      const ids = shares.map((share) => text(share, "guardian_id"));
      check(
        ids.length === guardians.length && new Set(ids).size === ids.length,
        `${name} has not a share of each guardian`,
      );
      const values = shares.map((share) => checkShare(decryption, share, pair));
      const [value, votes] = [big(selection, "value"), count(selection, "tally")];
      check((product(values, p) * value) % p === pair.data, `${name} is not what the shares decrypt`);
      check(votes >= 0 && power(g, BigInt(votes), p) === value, `${name} has another count`);
      counts.set(name, votes);
    }
  }
  check(counts.size === pairs.size, "something was not decrypted");
  return counts;
}

function checkShare(decryption: Decryption, json: unknown, pair: Pair): bigint {
  const { p, q, guardians, present } = decryption;
  const guardian = guardians.find(({ id }) => id === text(json, "guardian_id"));
  if (guardian === undefined) throw new Error("a share is of nobody");
  const share = big(json, "share");
  if (present.includes(guardian)) {
    check(at(json, "recovered_parts") === null, `guardian ${guardian.id} was there and is compensated`);
    checkShareProof(decryption, at(json, "proof"), { pair, share, key: guardian.commitments[0] ?? 0n });
    return share;
  }
  const parts = members(json, "recovered_parts");
  check(parts.length === present.length, `guardian ${guardian.id} has another number of parts`);
  const powers = present.map((other) => {
    const part = parts.find(([id]) => id === other.id)?.[1];
    check(
      text(part, "guardian_id") === other.id && text(part, "missing_guardian_id") === guardian.id,
      "a part is of somebody else",
    );
    check(text(part, "object_id") === text(json, "object_id"), "a part is of another selection");
    const key = recoveryKey(decryption, guardian, other.number);
    check(big(part, "recovery_key") === key, `the recovery key of ${guardian.id} for ${other.id} is another`);
    const partShare = big(part, "share");
    checkShareProof(decryption, at(part, "proof"), { pair, share: partShare, key });
    return power(partShare, weightOf(q, other, present), p);
  });
  check(product(powers, p) === share, `the share of guardian ${guardian.id} is not what its parts make`);
  return share;
}

function checkShareProof(
  decryption: Decryption,
  json: unknown,
  { pair, share, key }: { pair: Pair; share: bigint; key: bigint },
): void {
  const { p, q, g, extended } = decryption;
  const [{ pad: a, data: b }, c, v] = [pairOf(json), big(json, "challenge"), big(json, "response")];
  check(isMember(decryption, share) && v < q, "a share is not in the subgroup");
  check(c === hashOf(q, extended, pair.pad, pair.data, a, b, share), "the challenge of a share is no hash");
  check(power(g, v, p) === (a * power(key, c, p)) % p, "a share: g^v");
  check(power(pair.pad, v, p) === (b * power(share, c, p)) % p, "a share: A^v");
}
