/** Encrypted and decrypted tallies, per contest and selection. */
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { ShareProof } from "../crypto/proofs/share-proof.ts";

export type EncryptedTally = {
  readonly contests: readonly {
    readonly contestId: string;
    readonly sequence: number;
    readonly descriptionHash: bigint;
    readonly selections: readonly {
      readonly selectionId: string;
      readonly sequence: number;
      readonly descriptionHash: bigint;
      readonly ciphertext: Ciphertext;
    }[];
  }[];
};

/** What a present guardian gives for a missing one, made with its point of the missing one's polynomial. */
export type CompensatedShare = {
  readonly guardianId: string;
  readonly missingGuardianId: string;
  readonly share: bigint;
  readonly recoveryKey: bigint;
  readonly proof: ShareProof;
};

/** What a guardian gives itself, with a proof, or what the others gave for it. */
export type GuardianShare =
  | { readonly kind: "direct"; readonly guardianId: string; readonly share: bigint; readonly proof: ShareProof }
  | {
      readonly kind: "reconstructed";
      readonly guardianId: string;
      readonly share: bigint;
      readonly parts: readonly CompensatedShare[];
    };

export type DecryptedSelection = {
  readonly selectionId: string;
  readonly count: number;
  /** g^count. */
  readonly value: bigint;
  readonly ciphertext: Ciphertext;
  readonly shares: readonly GuardianShare[];
};

/** Of an election, or of one challenged ballot: then its id is that of the ballot. */
export type DecryptedTally = {
  readonly tallyId: string;
  readonly contests: readonly { readonly contestId: string; readonly selections: readonly DecryptedSelection[] }[];
};
