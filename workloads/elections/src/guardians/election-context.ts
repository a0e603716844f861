/** Joins the guardians' keys to the key of the election and binds it to the manifest. */
import { RotaError } from "@rota/engine/errors";
import type { Group } from "../crypto/group/group.ts";
import { hash } from "../crypto/hash/hash.ts";
import { objectionToGuardian, publicKeyOf, type GuardianPublic } from "./guardian-keys.ts";

export type ElectionContext = {
  readonly guardians: number;
  readonly quorum: number;
  /** The joint key: nobody ever has its secret. */
  readonly publicKey: bigint;
  readonly commitmentHash: bigint;
  readonly manifestHash: bigint;
  readonly baseHash: bigint;
  /** In every challenge: a proof made for one election holds in no other. */
  readonly extendedHash: bigint;
};

/** Refuses guardians whose numbers, commitments or proofs do not fit: without proofs one key could cancel the others. */
export function createContext(
  group: Group,
  { guardians, quorum, manifestHash }: { guardians: readonly GuardianPublic[]; quorum: number; manifestHash: bigint },
): ElectionContext {
  const inOrder = [...guardians].sort((a, b) => a.sequence - b.sequence);
  checkGuardians(group, inOrder, quorum);
  return contextOf(group, { guardians: inOrder, quorum, manifestHash });
}

/** The same for guardians that were checked. */
export function contextOf(
  group: Group,
  { guardians, quorum, manifestHash }: { guardians: readonly GuardianPublic[]; quorum: number; manifestHash: bigint },
): ElectionContext {
  const { p, q, g } = group;
  const count = guardians.length;
  const commitmentHash = hash(
    group,
    guardians.flatMap(({ commitments }) => commitments),
  );
  const baseHash = hash(group, p, q, g, count, quorum, manifestHash);
  return {
    guardians: count,
    quorum,
    publicKey: group.product(guardians.map(publicKeyOf)),
    commitmentHash,
    manifestHash,
    baseHash,
    extendedHash: hash(group, baseHash, commitmentHash),
  };
}

function checkGuardians(group: Group, guardians: readonly GuardianPublic[], quorum: number): void {
  const refuse = (message: string) => new RotaError("CEREMONY_INVALID", message, { quorum });
  if (quorum < 1 || quorum > guardians.length) {
    throw refuse(
      `the quorum (${String(quorum)}) must be from 1 to the number of guardians (${String(guardians.length)})`,
    );
  }
  if (new Set(guardians.map(({ guardianId }) => guardianId)).size !== guardians.length) {
    throw refuse("two guardians have the same id");
  }
  for (const [index, guardian] of guardians.entries()) {
    if (guardian.sequence !== index + 1) throw refuse(`no guardian has the number ${String(index + 1)}`);
    const objection = objectionToGuardian(group, guardian, quorum);
    if (objection !== undefined) throw refuse(`guardian ${guardian.guardianId} ${objection}`);
  }
}
