/** Creates a record of ElectionGuard 2.0 over any group: two guardians, a cast ballot and a challenged one. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { addCiphertexts } from "../src/core/crypto/elgamal.ts";
import { numberOfBytes, toFixedBytes } from "../src/core/crypto/hash.ts";
import { randomScalar } from "../src/core/crypto/scalars.ts";
import { createHashes20, hashBytes, type Hashes20, type Setting20 } from "../src/core/crypto/formulas-20.ts";
import type {
  Ballot20,
  Config20,
  Contest20,
  Guardian20,
  OpenedData,
  Record20,
} from "../src/core/records/joint-record.ts";
import { createProfile20, type Profile20 } from "../src/verify/verify-record-20.ts";
import { encryptJointly, openJointly, proveJointly, proveRange } from "./joint-proofs.ts";
import { CAST_VOTES, CHALLENGED_VOTES, countsOf, jointManifest } from "./toy-record-191.ts";

const DEVICE = "device 1";
const DEVICE_BYTES = bytesToHex(utf8ToBytes(DEVICE));

export function makeRecord20(setting: Setting20, { isChained }: { isChained: boolean }): Record20 {
  const { group } = setting;
  const hashes = createHashes20(setting);
  const coefficients = [1, 2].map(() => [randomScalar(group), randomScalar(group)]);
  const secret = group.scalar(coefficients.reduce((sum, [first = 0n]) => sum + first, 0n));
  const guardians = coefficients.map((own, index) => guardianOf(setting, hashes, { own, sequence: index + 1 }));
  const config = configOf(hashes, { publicKey: group.fixedPower(group.g, secret), isChained });
  const profile = createProfile20(setting, { config, hashes: hashes.of(config) });

  const cast = ballotOf(profile, { ballotId: "b1", votes: CAST_VOTES, before: profile.hashes.code([], DEVICE_BYTES) });
  const challenged = ballotOf(profile, { ballotId: "b2", votes: CHALLENGED_VOTES, before: cast.code });
  const tally = openJointly(profile, { tallyId: "tally", ballots: [cast], counts: countsOf(CAST_VOTES), secret });
  const opened = openJointly(profile, {
    tallyId: "b2",
    ballots: [challenged],
    counts: countsOf(CHALLENGED_VOTES),
    secret,
  });
  const { extendedHash } = config;
  return {
    group: group.name === "P-256" ? "P-256" : "integer",
    constants: setting.constants,
    manifestText: MANIFEST_TEXT,
    manifest: jointManifest,
    config,
    guardians,
    ballots: [cast, challenged],
    chains: isChained ? [chainOf(profile, [cast, challenged])] : [],
    encryptedTally: tally.contests.flatMap(({ contestId, selections }) =>
      selections.map(({ selectionId, ciphertext = { pad: 0n, data: 0n } }) => ({ contestId, selectionId, ciphertext })),
    ),
    added: { electionHash: extendedHash, ballotIds: ["b1"] },
    tally: {
      tallyId: "tally",
      electionHash: extendedHash,
      contests: tally.contests.map((contest) => ({ ...contest, contestData: undefined })),
    },
    challenged: [
      {
        tallyId: "b2",
        electionHash: extendedHash,
        contests: opened.contests.map((contest) => ({
          ...contest,
          contestData: openedData(profile, { ballot: challenged, contestId: contest.contestId, secret }),
        })),
      },
    ],
  };
}

const MANIFEST_TEXT = JSON.stringify(jointManifest);

function configOf(hashes: Hashes20, { publicKey, isChained }: { publicKey: bigint; isChained: boolean }): Config20 {
  const manifestHash = hashes.manifestHash(MANIFEST_TEXT);
  const baseHash = hashes.baseHash({ manifestHash, guardians: 2, quorum: 2 });
  return {
    guardians: 2,
    quorum: 2,
    parameterHash: hashes.parameterHash,
    manifestHash,
    baseHash,
    extendedHash: hashes.extendedHash(baseHash, publicKey),
    publicKey,
    isChained,
    codeBytes: isChained ? "" : DEVICE_BYTES,
  };
}

function guardianOf(
  { group }: Setting20,
  hashes: Hashes20,
  { own, sequence }: { own: readonly bigint[]; sequence: number },
): Guardian20 {
  const proofs = own.map((coefficient, degree) => {
    const random = randomScalar(group);
    const publicKey = group.fixedPower(group.g, coefficient);
    const commitment = group.fixedPower(group.g, random);
    const challenge = hashes.schnorrChallenge({ sequence, degree, publicKey, commitment });
    return { publicKey, challenge, response: group.scalar(random - challenge * coefficient) };
  });
  return { guardianId: `g${String(sequence)}`, sequence, proofs };
}

function ballotOf(
  profile: Profile20,
  { ballotId, votes, before }: { ballotId: string; votes: readonly string[]; before: bigint },
): Ballot20 {
  const { config, hashes } = profile;
  const contests = jointManifest.contests.map((description) => contestOf(profile, description, votes));
  const codeBytes = config.isChained ? `${bytesToHex(hashBytes(before))}${DEVICE_BYTES}` : config.codeBytes;
  const code = hashes.code(
    contests.map(({ hash }) => hash),
    codeBytes,
  );
  const state = votes === CAST_VOTES ? "cast" : "challenged";
  return {
    ballotId,
    styleId: "all",
    electionHash: config.extendedHash,
    device: DEVICE,
    codeBytes,
    code,
    state,
    contests,
  };
}

function contestOf(
  profile: Profile20,
  { contestId, sequence, votesAllowed, selections }: (typeof jointManifest.contests)[number],
  votes: readonly string[],
): Contest20 {
  const { group, hashes, publicKey } = profile;
  const made = selections.map((selection) => {
    const value = votes.includes(selection.selectionId) ? 1 : 0;
    const encrypted = encryptJointly(group, { value, publicKey });
    return { ...selection, ...encrypted, value, proof: proveRange(profile, { ...encrypted, value, limit: 1 }) };
  });
  const all = {
    ciphertext: addCiphertexts(
      group,
      made.map(({ ciphertext }) => ciphertext),
    ),
    nonce: group.scalar(made.reduce((sum, { nonce }) => sum + nonce, 0n)),
    value: made.reduce((sum, { value }) => sum + value, 0),
  };
  return {
    contestId,
    sequence,
    selections: made.map(({ selectionId, sequence: place, ciphertext, proof }) => ({
      selectionId,
      sequence: place,
      ciphertext,
      proof,
    })),
    hash: hashes.contestHash(
      sequence,
      made.map(({ ciphertext }) => ciphertext),
    ),
    limitProof: proveRange(profile, { ...all, limit: votesAllowed }),
    contestData: sealData(profile, contestId),
  };
}

/** Contest data with an overvote of option 3 and the write-in "Mickey"; `TEXT_BYTES` is how egk-ec encodes it. */
const TEXT = { overVotes: [3], writeIns: ["Mickey"], status: "over_vote" };
const TEXT_BYTES = concatBytes(
  Uint8Array.of(1, 3, 1, 6),
  utf8ToBytes("Mickey"),
  Uint8Array.of(9),
  utf8ToBytes("over_vote"),
  new Uint8Array(31),
);

function sealData({ group, hashes, publicKey }: Profile20, contestId: string): Contest20["contestData"] {
  const nonce = randomScalar(group);
  const pad = group.fixedPower(group.g, nonce);
  const key = hashBytes(hashes.dataKey(pad, group.fixedPower(publicKey, nonce)));
  const word = (value: number) => toFixedBytes(BigInt(value), 4);
  const context = utf8ToBytes(`contest_data${contestId}`);
  const keyAt = (block: number) =>
    hmac(
      sha256,
      key,
      concatBytes(word(block), utf8ToBytes("share_enc_keys"), Uint8Array.of(0), context, word(TEXT_BYTES.length * 8)),
    );
  const stream = concatBytes(keyAt(1), keyAt(2));
  const data = stream.map((byte, index) => byte ^ (TEXT_BYTES[index] ?? 0));
  const mac = numberOfBytes(hmac(sha256, keyAt(0), concatBytes(hashes.element(pad), data)));
  return { pad, data: bytesToHex(data), mac, bytes: TEXT_BYTES.length };
}

function openedData(
  { group, hashes }: Profile20,
  { ballot, contestId, secret }: { ballot: Ballot20; contestId: string; secret: bigint },
): OpenedData | undefined {
  const sealed = ballot.contests.find((contest) => contest.contestId === contestId)?.contestData;
  if (sealed === undefined) return undefined;
  const beta = group.power(sealed.pad, secret);
  const proof = proveJointly(group, {
    pad: sealed.pad,
    secret,
    challengeOf: (commitment) => hashes.openedDataChallenge(sealed, commitment, beta),
  });
  return { sealed, beta, proof, ...TEXT };
}

function chainOf({ config, hashes }: Profile20, ballots: readonly Ballot20[]): Record20["chains"][number] {
  const last = ballots.at(-1)?.code ?? 0n;
  const closing = `${bytesToHex(hashBytes(last))}${DEVICE_BYTES}${bytesToHex(utf8ToBytes("CLOSE"))}`;
  return {
    device: DEVICE,
    deviceBytes: DEVICE_BYTES,
    electionHash: config.extendedHash,
    ballotIds: ballots.map(({ ballotId }) => ballotId),
    lastCode: last,
    closingHash: hashes.code([], closing),
  };
}
