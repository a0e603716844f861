/** Defines records of versions 1.91 and 2.0, in which the guardians decrypt together. */
import type { RangeProof } from "../crypto/ballot-proofs.ts";
import type { Ciphertext } from "../crypto/elgamal.ts";

export type JointManifest = {
  readonly contests: readonly JointContestDescription[];
  readonly styles: readonly { readonly styleId: string; readonly unitIds: readonly string[] | null }[];
};

export type JointContestDescription = {
  readonly contestId: string;
  readonly sequence: number;
  readonly unitId: string;
  readonly name: string;
  /** Votes that a ballot may give in this contest; `optionLimit` is the number for one option. */
  readonly votesAllowed: number;
  readonly optionLimit: number;
  readonly selections: readonly { readonly selectionId: string; readonly sequence: number }[];
};

export type JointSelection = {
  readonly selectionId: string;
  readonly ciphertext: Ciphertext;
  readonly proof: RangeProof;
};

type JointContest = { readonly contestId: string; readonly selections: readonly JointSelection[] };

export type JointBallot = {
  readonly ballotId: string;
  readonly styleId: string;
  readonly code: bigint;
  readonly state: "cast" | "challenged";
  readonly contests: readonly JointContest[];
};

/** Proof by all guardians together that something was decrypted with the joint key. */
export type JointProof = { readonly challenge: bigint; readonly response: bigint };

export type OpenedSelection = {
  readonly selectionId: string;
  readonly count: number;
  /** K^count. */
  readonly value: bigint;
  /** Decrypted ciphertext; undefined where the version does not repeat it. */
  readonly ciphertext: Ciphertext | undefined;
  readonly proof: JointProof;
};

/** Decrypted tally of an election or of one challenged ballot, whose id is then the id of the tally. */
export type JointTally = {
  readonly tallyId: string;
  readonly contests: readonly { readonly contestId: string; readonly selections: readonly OpenedSelection[] }[];
};

export type SummedSelection = {
  readonly contestId: string;
  readonly selectionId: string;
  readonly ciphertext: Ciphertext;
};

export type JointRecord<Ballot extends JointBallot = JointBallot, Opened extends JointTally = JointTally> = {
  /** Numbers that the record states for its group. */
  readonly constants: Readonly<Record<string, bigint>>;
  readonly manifest: JointManifest;
  readonly ballots: Iterable<Ballot>;
  /** Undefined while nothing was counted. Such a record is not a valid record of an election. */
  readonly encryptedTally: readonly SummedSelection[] | undefined;
  readonly tally: JointTally | undefined;
  readonly challenged: Iterable<Opened>;
};

/** Encrypted text: write-ins, and whether there are too many votes. */
export type SealedData = {
  readonly pad: bigint;
  readonly data: string;
  readonly mac: bigint;
  readonly bytes: number;
};

type Selection20 = JointSelection & { readonly sequence: number };

export type Contest20 = Omit<JointContest, "selections"> & {
  readonly sequence: number;
  readonly selections: readonly Selection20[];
  readonly hash: bigint;
  readonly limitProof: RangeProof;
  readonly contestData: SealedData | undefined;
};

export type Ballot20 = Omit<JointBallot, "contests"> & {
  readonly contests: readonly Contest20[];
  /** Extended base hash of its election. */
  readonly electionHash: bigint;
  readonly device: string;
  /** Bytes that the code depends on besides the ballot: the device, and in a chain the previous code. */
  readonly codeBytes: string;
};

export type OpenedData = {
  readonly sealed: SealedData;
  /** Element C0 to the power of the joint secret. */
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

/** Ballots of one device in the order of encryption. */
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
  /** Bytes that codes depend on when they are not chained. */
  readonly codeBytes: string;
};

export type Record20 = JointRecord<Ballot20, Tally20> & {
  readonly group: "integer" | "P-256";
  /** Text of the manifest, every byte of which is hashed. */
  readonly manifestText: string;
  readonly config: Config20;
  readonly guardians: readonly Guardian20[];
  readonly tally: Tally20 | undefined;
  /** Ballots that the encrypted tally claims to contain. */
  readonly added:
    | {
        readonly electionHash: bigint;
        readonly ballotIds: readonly string[];
      }
    | undefined;
  readonly chains: readonly Chain20[];
};
