/** ElectionGuard 1.91: the hash of 1 with tags. Limits of contests and hashes behind codes cannot be checked, its writers say. */
import type { Group } from "../../crypto/group/group.ts";
import { hash } from "../../crypto/hash/hash.ts";
import type { ElectionContext } from "../../guardians/election-context.ts";
import type { Profile } from "./profile.ts";

export function createProfile191(
  group: Group,
  { publicKey, extendedHash }: Pick<ElectionContext, "publicKey" | "extendedHash">,
): Profile {
  return {
    group,
    publicKey,
    rangeChallenge: ({ pad, data }, commitments) => {
      const committed = commitments.flatMap((commitment) => [commitment.pad, commitment.data]);
      return hash(group, "21", extendedHash, publicKey, pad, data, ...committed);
    },
    openingChallenge: ({ ciphertext, commitment, shares }) => {
      const parts = [extendedHash, publicKey, ciphertext.pad, ciphertext.data, commitment.pad, commitment.data, shares];
      return parts.reduce((before, part) => hash(group, before, part), hash(group, "30"));
    },
    rest: () => ({ checked: { limits: 0, hashes: 0 }, objections: [] }),
  };
}
