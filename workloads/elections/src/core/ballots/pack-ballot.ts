/** Packs ballots into bytes for storage, and unpacks them with the manifest. */
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import type { RotaError } from "@rota/engine/errors";
import { ElectionError } from "../../errors.ts";
import { addCiphertexts } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group.ts";
import { fromHex } from "../crypto/hash.ts";
import type { ElectionContext } from "../guardians/key-ceremony.ts";
import {
  type Contest,
  contestHash,
  contestsOfStyle,
  type Manifest,
  placeholdersOf,
  type Selection,
  selectionHash,
} from "../manifest/manifest.ts";
import {
  ballotHash,
  confirmationCode,
  type EncryptedBallot,
  type EncryptedContest,
  encryptedContestHash,
  type EncryptedSelection,
  encryptedSelectionHash,
} from "./ballot.ts";

/** Columns of a stored ballot. */
export type PackedBallot = {
  readonly ballotId: string;
  readonly styleId: string;
  readonly codeSeed: bigint;
  readonly content: Uint8Array;
};

type PackedFor = { readonly manifest: Manifest; readonly manifestHash: bigint };

const FORMAT = 1;

/** Refuses a ballot whose contests or selections are not those of its style, or whose numbers do not fit the group. */
export function packBallot(group: Group, { manifest }: PackedFor, ballot: EncryptedBallot): PackedBallot {
  const { ballotId, styleId, codeSeed, timestamp, contests } = ballot;
  const described = contestsFor(manifest, ballot);
  const writer = createByteWriter(group, `ballot ${ballotId}`);
  writer.whole(FORMAT, 1);
  writer.whole(timestamp, 6);
  if (contests.length !== described.length) throw refusal(ballotId, "it has another number of contests than its style");
  for (const [index, description] of described.entries()) {
    const contest = contests[index];
    if (contest?.contestId !== description.contestId)
      throw refusal(ballotId, "its contests are not those of its style, in their order");
    packContest(writer, { ballotId, contest, description });
  }
  return { ballotId, styleId, codeSeed, content: writer.bytes() };
}

/** Returns the ballot that was packed, with everything that is computed from its ciphertexts. */
export function unpackBallot(
  group: Group,
  { manifest, manifestHash }: PackedFor,
  packed: PackedBallot,
): EncryptedBallot {
  const { ballotId, styleId, codeSeed, content } = packed;
  const reader = createByteReader(group, content, `ballot ${ballotId}`);
  if (reader.whole(1) !== FORMAT) throw refusal(ballotId, "it was stored in a form that this version does not know");
  const timestamp = reader.whole(6);
  const contests = contestsFor(manifest, packed).map((description) => unpackContest(group, reader, description));
  reader.end();
  const hash = ballotHash(group, { ballotId, manifestHash, contests });
  const code = confirmationCode(group, { codeSeed, timestamp, hash });
  return { ballotId, styleId, manifestHash, codeSeed, contests, code, timestamp, hash };
}

function contestsFor(manifest: Manifest, { ballotId, styleId }: { ballotId: string; styleId: string }): Contest[] {
  const contests = contestsOfStyle(manifest, styleId);
  if (contests === undefined) throw refusal(ballotId, `style ${styleId} is not in the manifest`);
  return contests;
}

function packContest(
  writer: ByteWriter,
  { ballotId, contest, description }: { ballotId: string; contest: EncryptedContest; description: Contest },
): void {
  const expected = selectionsOf(description);
  const isComplete =
    contest.selections.length === expected.length &&
    expected.every(({ selection }, index) => contest.selections[index]?.selectionId === selection.selectionId);
  if (!isComplete)
    throw refusal(ballotId, `the selections of contest ${contest.contestId} are not those of the manifest`);
  for (const { ciphertext, proof } of contest.selections) {
    writer.elements(ciphertext.pad, ciphertext.data);
    writer.elements(proof.zeroPad, proof.zeroData, proof.onePad, proof.oneData);
    writer.scalars(proof.zeroChallenge, proof.oneChallenge, proof.zeroResponse, proof.oneResponse);
  }
  const { pad, data, challenge, response } = contest.proof;
  writer.elements(pad, data);
  writer.scalars(challenge, response);
  const { contestData } = contest;
  writer.whole(contestData === undefined ? 0 : 1, 1);
  if (contestData === undefined) return;
  writer.elements(contestData.pad);
  writer.text(contestData.data);
  writer.text(contestData.mac);
}

function unpackContest(group: Group, reader: ByteReader, description: Contest): EncryptedContest {
  const { contestId, sequence, numberElected } = description;
  const descriptionHash = contestHash(group, description);
  const selections = selectionsOf(description).map((expected) => unpackSelection(group, reader, expected));
  const proof = {
    pad: reader.element(),
    data: reader.element(),
    challenge: reader.scalar(),
    response: reader.scalar(),
    constant: numberElected,
  };
  const hasData = reader.whole(1) === 1;
  return {
    contestId,
    sequence,
    descriptionHash,
    selections,
    accumulation: addCiphertexts(
      group,
      selections.map(({ ciphertext }) => ciphertext),
    ),
    hash: encryptedContestHash(group, { contestId, descriptionHash, selections }),
    proof,
    contestData: hasData ? { pad: reader.element(), data: reader.text(), mac: reader.text() } : undefined,
  };
}

type Expected = { readonly selection: Selection; readonly isPlaceholder: boolean };

function unpackSelection(group: Group, reader: ByteReader, { selection, isPlaceholder }: Expected): EncryptedSelection {
  const { selectionId, sequence } = selection;
  const descriptionHash = selectionHash(group, selection);
  const ciphertext = { pad: reader.element(), data: reader.element() };
  const commitments = {
    zeroPad: reader.element(),
    zeroData: reader.element(),
    onePad: reader.element(),
    oneData: reader.element(),
  };
  const zeroChallenge = reader.scalar();
  const oneChallenge = reader.scalar();
  return {
    selectionId,
    sequence,
    descriptionHash,
    ciphertext,
    hash: encryptedSelectionHash(group, { selectionId, descriptionHash, ciphertext }),
    isPlaceholder,
    proof: {
      ...commitments,
      zeroChallenge,
      oneChallenge,
      challenge: group.scalar(zeroChallenge + oneChallenge),
      zeroResponse: reader.scalar(),
      oneResponse: reader.scalar(),
    },
  };
}

/** Lists options first, then placeholders, as on every ballot. */
function selectionsOf(description: Contest): Expected[] {
  const options = [...description.selections].sort((a, b) => a.sequence - b.sequence);
  return [
    ...options.map((selection) => ({ selection, isPlaceholder: false })),
    ...placeholdersOf(description).map((selection) => ({ selection, isPlaceholder: true })),
  ];
}

function refusal(ballotId: string, why: string): RotaError {
  return new ElectionError("BALLOT_INVALID", `ballot ${ballotId}: ${why}`, { ballotId });
}

type ByteWriter = {
  /** Refuses values that are not from 1 to p - 1, so that there is one way to write a ballot. */
  readonly elements: (...values: readonly bigint[]) => void;
  /** Refuses values that are not below q. */
  readonly scalars: (...values: readonly bigint[]) => void;
  readonly whole: (value: number, width: number) => void;
  /** Writes up to 65,535 bytes. */
  readonly text: (bytes: Uint8Array) => void;
  readonly bytes: () => Uint8Array;
};

type ByteReader = {
  readonly element: () => bigint;
  readonly scalar: () => bigint;
  readonly whole: (width: number) => number;
  readonly text: () => Uint8Array;
  /** Refuses bytes that are left over. */
  readonly end: () => void;
};

const TEXT_BYTES_MAX = 0xffff;

/** Creates a writer; `what` appears in error messages. */
function createByteWriter(group: Group, what: string): ByteWriter {
  const parts: Uint8Array[] = [];
  const write = (value: bigint, width: number) => parts.push(hexToBytes(value.toString(16).padStart(2 * width, "0")));
  const require = (isFit: boolean, why: string) => {
    if (!isFit) throw new ElectionError("BALLOT_INVALID", `${what}: ${why}`);
  };
  const whole = (value: number, width: number) => {
    const isFit = Number.isSafeInteger(value) && value >= 0 && value < 2 ** (8 * width);
    require(isFit, "one of its numbers is too large or no whole number");
    write(BigInt(value), width);
  };
  return {
    elements(...values) {
      require(values.every(group.isResidue), "one of its numbers is not from 1 to p - 1");
      for (const value of values) write(value, widthOf(group.p));
    },
    scalars(...values) {
      require(values.every(group.isScalar), "a challenge or response of its proofs is not below q");
      for (const value of values) write(value, widthOf(group.q));
    },
    whole,
    text(bytes) {
      require(bytes.length <= TEXT_BYTES_MAX, "its contest data is too long");
      whole(bytes.length, 2);
      parts.push(bytes);
    },
    bytes: () => concatBytes(...parts),
  };
}

function createByteReader(group: Group, bytes: Uint8Array, what: string): ByteReader {
  let at = 0;
  const take = (width: number): Uint8Array => {
    const taken = bytes.subarray(at, at + width);
    if (taken.length < width) throw new ElectionError("BALLOT_INVALID", `${what}: its stored bytes end too early`);
    at += width;
    return taken;
  };
  const number = (width: number) => BigInt(`0x${bytesToHex(take(width))}`);
  const whole = (width: number) => Number(number(width));
  return {
    element: () => number(widthOf(group.p)),
    scalar: () => number(widthOf(group.q)),
    whole,
    text: () => take(whole(2)),
    end() {
      if (at !== bytes.length) throw new ElectionError("BALLOT_INVALID", `${what}: its stored bytes go on too long`);
    },
  };
}

function widthOf(max: bigint): number {
  return Math.ceil(max.toString(16).length / 2);
}

export type StoredBallot = {
  readonly ballotId: string;
  readonly styleId: string;
  readonly previousCode: string;
  readonly content: Uint8Array;
};

export function readStoredBallot(
  group: Group,
  { manifest, context }: { manifest: Manifest; context: ElectionContext },
  { ballotId, styleId, previousCode, content }: StoredBallot,
): EncryptedBallot {
  const codeSeed = fromHex(previousCode, `the code before ballot ${ballotId}`);
  const { manifestHash } = context;
  return unpackBallot(group, { manifest, manifestHash }, { ballotId, styleId, codeSeed, content });
}
