/** What a record of ElectionGuard 2.0 has beside what 1.91 has, in the shape of egk-ec. Bytes are hexadecimal digits. */
import type { RangeProof } from "../../crypto/proofs/range-proof.ts";
import type { JointBallot, JointContest, JointProof, JointRecord, JointSelection, JointTally } from "./joint-record.ts";

/** What voters wrote in, and whether they voted too often: as much text as was encrypted. */
export type SealedData = {
  readonly pad: bigint;
  readonly data: string;
  readonly mac: bigint;
  readonly bytes: number;
};

export type Selection20 = JointSelection & { readonly sequence: number };

export type Contest20 = Omit<JointContest, "selections"> & {
  readonly sequence: number;
  readonly selections: readonly Selection20[];
  readonly hash: bigint;
  readonly limitProof: RangeProof;
  readonly contestData: SealedData | undefined;
};

export type Ballot20 = Omit<JointBallot, "contests"> & {
  readonly contests: readonly Contest20[];
  /** The extended base hash of its election. */
  readonly electionHash: bigint;
  readonly device: string;
  /** What the code depends on beside the ballot: the device, and in a chain the code before. */
  readonly codeBytes: string;
};

export type OpenedData = {
  readonly sealed: SealedData;
  /** C0 to the power of the joint secret. */
  readonly beta: bigint;
  readonly proof: JointProof;
  readonly overVotes: readonly number[];
  readonly writeIns: readonly string[];
  readonly status: string;
};

export type Tally20 = Omit<JointTally, "contests"> & {
  readonly electionHash: bigint;
  readonly contests: readonly (JointTally["contests"][number] & {
    readonly contestData: OpenedData | undefined;
  })[];
};

/** The ballots of one device in the order in which it made them. */
export type Chain20 = {
  readonly device: string;
  readonly deviceBytes: string;
  readonly electionHash: bigint;
  readonly ballotIds: readonly string[];
  readonly lastCode: bigint;
  readonly closingHash: bigint;
};

export type Guardian20 = {
  readonly guardianId: string;
  readonly sequence: number;
  readonly proofs: readonly { readonly publicKey: bigint; readonly challenge: bigint; readonly response: bigint }[];
};

export type Config20 = {
  readonly guardians: number;
  readonly quorum: number;
  readonly parameterHash: bigint;
  readonly manifestHash: bigint;
  readonly baseHash: bigint;
  readonly extendedHash: bigint;
  readonly publicKey: bigint;
  readonly isChained: boolean;
  /** What codes depend on where they are not chained. */
  readonly codeBytes: string;
};

export type Record20 = JointRecord<Ballot20, Tally20> & {
  readonly group: "integer" | "P-256";
  /** Every byte of the manifest is hashed. */
  readonly manifestText: string;
  readonly config: Config20;
  readonly guardians: readonly Guardian20[];
  readonly tally: Tally20 | undefined;
  /** What the encrypted tally says that it was added up from. */
  readonly added:
    | {
        readonly electionHash: bigint;
        readonly ballotIds: readonly string[];
      }
    | undefined;
  readonly chains: readonly Chain20[];
};
