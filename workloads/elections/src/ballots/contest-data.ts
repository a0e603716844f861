/** What a voter did in a contest beyond the votes that count, encrypted beside them (since 1.4). */
import type { Group } from "../crypto/group/group.ts";
import { nonceAt } from "../crypto/hash/nonces.ts";
import { encryptBytes, type HashedCiphertext } from "../crypto/hashed-elgamal.ts";
import { padMessage } from "../crypto/padded-message.ts";
import type { ElectionContext } from "../guardians/election-context.ts";

/** Too many, too few or no votes; for too many, the options that were chosen. */
export type ContestData = {
  readonly error: "overvote" | "undervote" | "nullvote" | null;
  readonly errorData: readonly string[] | null;
};

const HEADER = "constant-extended-data";

export function encryptContestData(
  group: Group,
  { data, context, contestNonce }: { data: ContestData; context: ElectionContext; contestNonce: bigint },
): HashedCiphertext {
  return encryptBytes(group, {
    message: padMessage(writtenOut(data)),
    nonce: nonceAt(group, { seed: contestNonce, headers: [HEADER], index: 0 }),
    publicKey: context.publicKey,
    seed: context.extendedHash,
  });
}

/** Indented as others write it: the bytes are encrypted, so they have to be the same. */
function writtenOut({ error, errorData }: ContestData): string {
  return JSON.stringify({ error, error_data: errorData, write_ins: null }, null, 2);
}
