/** Reads a published record of ElectionGuard 0.95 or 1.4, with the additional files of our own records. */
import { ElectionError } from "../../errors.ts";
import type { Device, SubmittedBallot } from "../ballots/ballot.ts";
import type { ShareProof } from "../crypto/guardian-proofs.ts";
import type { ElectionContext, GuardianPublic } from "../guardians/key-ceremony.ts";
import { readManifest } from "../manifest/manifest-json.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { DecryptedTally, EncryptedTally, GuardianShare } from "../tally/tally.ts";
import { DIGITS_MAX, type JsonValue, readHex, readJson } from "./json-reader.ts";
import { readCiphertext, readSubmittedBallot } from "./read-ballot.ts";
import { jsonOf, lazily, type RecordFiles, textOf } from "./record-files.ts";
import type { OpenedBallot } from "./write-ballot.ts";
import type { PlannedChunk, RecordHours, RecordVoter } from "./write-record.ts";

export type ElectionRecord = {
  readonly constants: { readonly p: bigint; readonly q: bigint; readonly r: bigint; readonly g: bigint };
  readonly manifest: Manifest;
  readonly context: ElectionContext;
  readonly devices: readonly Device[];
  readonly guardians: readonly GuardianPublic[];
  /** Weights of the present guardians, in the order of their numbers; undefined when all were present. */
  readonly weights: readonly bigint[] | undefined;
  /** Ballots, read one by one on each iteration, because a large election does not fit into memory. */
  readonly ballots: Iterable<SubmittedBallot>;
  readonly encryptedTally: EncryptedTally;
  readonly tally: DecryptedTally;
  /** Challenged ballots, decrypted. */
  readonly challenged: Iterable<DecryptedTally>;
  /** Files that only our own records have; undefined or left out for other records. */
  readonly own?: OwnFiles | undefined;
};

export function readRecord(files: RecordFiles): ElectionRecord {
  const weights = files.read("coefficients.json");
  const guardians = readGuardians(files, readGuardian);
  return {
    constants: readConstants(textOf(files, "constants.json")),
    manifest: readManifest(jsonOf(files, "manifest.json")),
    context: readContext(jsonOf(files, "context.json")),
    devices: [...lazily(files, "encryption_devices", { read: readDevice })],
    guardians,
    weights: weights === undefined ? undefined : readWeights(readJson(weights, "coefficients.json"), guardians),
    ballots: lazily(files, "submitted_ballots", { read: readSubmittedBallot }),
    encryptedTally: readEncryptedTally(jsonOf(files, "encrypted_tally.json")),
    tally: readDecryptedTally(jsonOf(files, "tally.json")),
    challenged: lazily(files, "spoiled_ballots", { read: readDecryptedTally }),
    own: readOwnFiles(files),
  };
}

/** Reads guardians in the order of their numbers. */
export function readGuardians(files: RecordFiles, read: (json: JsonValue) => GuardianPublic): GuardianPublic[] {
  return [...lazily(files, "guardians", { read })].sort((a, b) => a.sequence - b.sequence);
}

export function readContext(value: JsonValue): ElectionContext {
  return {
    guardians: value.member("number_of_guardians").integer(),
    quorum: value.member("quorum").integer(),
    publicKey: value.member("elgamal_public_key").hex(),
    commitmentHash: value.member("commitment_hash").hex(),
    manifestHash: value.member("manifest_hash").hex(),
    baseHash: value.member("crypto_base_hash").hex(),
    extendedHash: value.member("crypto_extended_base_hash").hex(),
  };
}

function readDevice(value: JsonValue): Device {
  return {
    deviceId: value.member("device_id").integer(),
    sessionId: value.member("session_id").integer(),
    launchCode: value.member("launch_code").integer(),
    location: value.member("location").text(),
  };
}

/**
 * Reads a guardian. 1.91 has other names for the same lists. Refuses a public key that differs from the first
 * commitment.
 */
export function readGuardian(value: JsonValue, prefix: "election" | "coefficient" = "election"): GuardianPublic {
  const guardianId = value.member("guardian_id").text();
  const commitments = value
    .member(`${prefix}_commitments`)
    .list()
    .map((commitment) => commitment.hex());
  const stated = value.optional("election_public_key")?.hex();
  if (stated !== undefined && stated !== commitments[0]) {
    const message = `election_public_key of guardian ${guardianId} is not the first of its commitments`;
    throw new ElectionError("CEREMONY_INVALID", message, { guardianId });
  }
  return {
    guardianId,
    sequence: value.member("sequence_order").integer(),
    commitments,
    proofs: value
      .member(`${prefix}_proofs`)
      .list()
      .map((proof) => ({
        publicKey: proof.member("public_key").hex(),
        commitment: proof.member("commitment").hex(),
        challenge: proof.member("challenge").hex(),
        response: proof.member("response").hex(),
      })),
  };
}

/** Reads weights: a list in the order of numbers in 0.95, an object with the ids of guardians in 1.4. */
function readWeights(value: JsonValue, guardians: readonly GuardianPublic[]): bigint[] {
  const weights = value.member("coefficients");
  if (!weights.isObject()) return weights.list().map((weight) => weight.hex());
  const byId = new Map(weights.entries().map(([guardianId, weight]) => [guardianId, weight.hex()]));
  return guardians.flatMap(({ guardianId }) => byId.get(guardianId) ?? []);
}

/**
 * Reads the constants. 0.95 writes numbers of 4096 bits as bare digits, which JSON.parse would round; 1.4 writes text.
 */
export function readConstants(text: string): ElectionRecord["constants"] {
  const file = "constants.json";
  readJson(text, file);
  const constant = (name: string) => {
    const [, bare, quoted] =
      new RegExp(`"${name}"\\s*:\\s*(?:(\\d{1,${String(DIGITS_MAX)}})\\s*[,}]|"([^"]*)")`).exec(text) ?? [];
    if (bare !== undefined) return BigInt(bare);
    if (quoted !== undefined) return readHex(quoted, `${file} ${name}`);
    throw new ElectionError("ELECTION_RECORD_INVALID", `${file} must have the number "${name}", of at most 4096 bits`, {
      file,
    });
  };
  return { p: constant("large_prime"), q: constant("small_prime"), r: constant("cofactor"), g: constant("generator") };
}

export function readEncryptedTally(json: JsonValue): EncryptedTally {
  const described = (value: JsonValue) => ({
    sequence: value.member("sequence_order").integer(),
    descriptionHash: value.member("description_hash").hex(),
  });
  const contests = json
    .member("contests")
    .entries()
    .map(([contestId, contest]) => ({
      contestId,
      ...described(contest),
      selections: contest
        .member("selections")
        .entries()
        .map(([selectionId, selection]) => ({
          selectionId,
          ...described(selection),
          ciphertext: readCiphertext(selection.member("ciphertext")),
        })),
    }));
  return { contests };
}

/** Reads the tally of the whole election, or of one challenged ballot. */
function readDecryptedTally(json: JsonValue): DecryptedTally {
  const contests = json
    .member("contests")
    .entries()
    .map(([contestId, contest]) => ({
      contestId,
      selections: contest
        .member("selections")
        .entries()
        .map(([selectionId, selection]) => ({
          selectionId,
          count: selection.member("tally").integer(),
          value: selection.member("value").hex(),
          ciphertext: readCiphertext(selection.member("message")),
          shares: selection.member("shares").list().map(readShare),
        })),
    }));
  return { tallyId: json.member("object_id").text(), contests };
}

function readShare(json: JsonValue): GuardianShare {
  const guardianId = json.member("guardian_id").text();
  const share = json.member("share").hex();
  const proof = json.optional("proof");
  if (proof !== undefined) return { kind: "direct", guardianId, share, proof: readShareProof(proof) };
  const parts = json
    .member("recovered_parts")
    .entries()
    .map(([, part]) => ({
      guardianId: part.member("guardian_id").text(),
      missingGuardianId: part.member("missing_guardian_id").text(),
      share: part.member("share").hex(),
      recoveryKey: part.member("recovery_key").hex(),
      proof: readShareProof(part.member("proof")),
    }));
  return { kind: "reconstructed", guardianId, share, parts };
}

function readShareProof(json: JsonValue): ShareProof {
  return {
    ...readCiphertext(json),
    challenge: json.member("challenge").hex(),
    response: json.member("response").hex(),
  };
}

export type OwnFiles = {
  readonly reporting: string;
  readonly chunks: readonly PlannedChunk[];
  /** Tallies of reporting units, if there are others than the whole election. */
  readonly unitTallies: Iterable<DecryptedTally>;
  readonly opened: Iterable<OpenedBallot>;
  /** Undefined where officials handed the links of voters out. */
  readonly voters?: RecordVoters | undefined;
  /** Undefined for an election that was created before hours were enforced. */
  readonly hours?: RecordHours | undefined;
};

/** Returns undefined for the record of another program: only ours contain `chunk_plan.json`. */
function readOwnFiles(files: RecordFiles): OwnFiles | undefined {
  const plan = files.read("chunk_plan.json");
  if (plan === undefined) return undefined;
  const json = readJson(plan, "chunk_plan.json");
  return {
    reporting: json.member("reporting").text(),
    chunks: json.member("chunks").list().map(readChunk),
    unitTallies: lazily(files, "unit_tallies", { read: readDecryptedTally }),
    opened: lazily(files, "challenged_ballots", { read: readOpened }),
    voters: readVoters(files),
    hours: readHours(files),
  };
}

/** Links of voters: those of the roll at the end, and how the audit log says that they were sent. */
export type RecordVoters = {
  readonly voters: readonly RecordVoter[];
  readonly sent: readonly { readonly credential: string; readonly replaces: string | undefined }[];
};

function readVoters(files: RecordFiles): RecordVoters | undefined {
  const text = files.read("voters.jsonl");
  if (text === undefined) return undefined;
  return {
    voters: readLines(text, "voters.jsonl").map((json) => ({
      credential: json.member("credential").text(),
      issues: json.member("issues").integer(),
      signature: json.optional("signature")?.text() ?? null,
    })),
    sent: readLines(files.read("audit_log.jsonl") ?? "", "audit_log.jsonl")
      .filter((json) => json.member("action").text() === LINK_SENT)
      .map((json) => {
        const details = json.member("details");
        return { credential: details.member("credential").text(), replaces: details.optional("replaces")?.text() };
      }),
  };
}

/** Action in the audit log with which a link was sent. */
const LINK_SENT = "election.voter-link-sent";

function readLines(text: string, file: string): JsonValue[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line, index) => readJson(line, `${file}, line ${String(index + 1)}`));
}

function readHours(files: RecordFiles): RecordHours | undefined {
  const text = files.read("voting_hours.json");
  if (text === undefined) return undefined;
  const json = readJson(text, "voting_hours.json");
  return {
    startsAt: json.member("starts_at").text(),
    endsAt: json.member("ends_at").text(),
    openedAt: json.member("opened_at").text(),
    closedAt: json.member("closed_at").text(),
    extensions: json
      .member("extensions")
      .list()
      .map((extension) => ({
        at: extension.member("at").text(),
        by: extension.member("by").text(),
        reason: extension.member("reason").text(),
        from: extension.member("from").text(),
        to: extension.member("to").text(),
      })),
  };
}

function readChunk(json: JsonValue): PlannedChunk {
  return {
    number: json.member("chunk_number").integer(),
    unitId: json.member("unit_id").text(),
    ballotIds: json
      .member("ballot_ids")
      .list()
      .map((id) => id.text()),
  };
}

function readOpened(json: JsonValue): OpenedBallot {
  const votes = json.member("contests").list();
  const isRepeated = json.member("is_repeated").boolean();
  return {
    ballotId: json.member("object_id").text(),
    styleId: json.member("style_id").text(),
    nonce: json.member("nonce").hex(),
    votes: isRepeated ? votes.map(readVotes) : undefined,
  };
}

function readVotes(json: JsonValue) {
  return {
    contestId: json.member("object_id").text(),
    selections: json
      .member("ballot_selections")
      .list()
      .map((selection) => ({
        selectionId: selection.member("object_id").text(),
        vote: selection.member("vote").integer(),
      })),
  };
}
