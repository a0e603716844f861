/** Encrypts a vote on the voter's own device, and repeats the encryption of a challenged ballot. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { RotaError } from "@rota/engine/errors";
import { type Device, deviceHash, type PlainBallot } from "../ballots/ballot.ts";
import { type Election, encryptBallot } from "../ballots/encrypt-ballot.ts";
import type { Group } from "../crypto/group.ts";
import { fromHex, toHex } from "../crypto/hash.ts";
import { platformRandom, type RandomBytes, randomScalar } from "../crypto/scalars.ts";
import { createContext } from "../guardians/key-ceremony.ts";
import { readManifest } from "../manifest/manifest-json.ts";
import { manifestHash } from "../manifest/manifest.ts";
import { readJson } from "../records/json-reader.ts";
import { readEncryptedBallot } from "../records/read-ballot.ts";
import { readContext, readGuardian } from "../records/read-record.ts";
import { encryptedBallotToJson } from "../records/write-ballot.ts";

/** What is chosen in each contest; what is not named gets no vote. */
export type HomeChoices = readonly { readonly contestId: string; readonly selectionIds: readonly string[] }[];

export type HomeVote = {
  /** Shown before the voter decides. */
  readonly code: string;
  /** The body of the request that submits the ballot. */
  readonly sent: {
    readonly ballot: Readonly<Record<string, unknown>>;
    readonly device: Device;
    readonly castKeyHash: string;
  };
  /** Casts or challenges the ballot; stays on the device until then. */
  readonly castKey: string;
  /** Opens the ballot: published when it is challenged, forgotten when it is cast. */
  readonly nonce: string;
};

export function encryptAtHome(
  group: Group,
  { paper, choices }: { readonly paper: VotingPaper; readonly choices: HomeChoices },
  random: RandomBytes = platformRandom,
): HomeVote {
  const election = readPaper(group, paper);
  const device = {
    deviceId: randomNumber(random),
    sessionId: randomNumber(random),
    launchCode: randomNumber(random),
    location: "browser",
  };
  const nonce = randomScalar(group, random);
  const { ballot } = encryptBallot(group, election, {
    ballot: plainBallot({ ballotId: `ballot-${randomHex(16, random)}`, styleId: paper.styleId, choices }),
    nonce,
    codeSeed: deviceHash(group, device),
    timestamp: paper.timestamp,
  });
  const castKey = randomHex(32, random);
  const castKeyHash = bytesToHex(sha256(utf8ToBytes(castKey)));
  const sent = { ballot: encryptedBallotToJson(ballot), device, castKeyHash };
  return { code: toHex(ballot.code), sent, castKey, nonce: toHex(nonce) };
}

function plainBallot(wish: {
  readonly ballotId: string;
  readonly styleId: string;
  readonly choices: HomeChoices;
}): PlainBallot {
  const contests = wish.choices.map(({ contestId, selectionIds }) => ({
    contestId,
    selections: selectionIds.map((selectionId) => ({ selectionId, vote: 1 })),
  }));
  return { ballotId: wish.ballotId, styleId: wish.styleId, contests };
}

/** Says nothing about the device: it only makes the chain of codes begin somewhere else each time. */
function randomNumber(random: RandomBytes): number {
  return Number.parseInt(randomHex(4, random), 16);
}

function randomHex(bytes: number, random: RandomBytes): string {
  return bytesToHex(random(new Uint8Array(bytes)));
}

/** Manifest, context and guardians in the JSON of ElectionGuard 1.4, as the server publishes them. */
export type VotingPaper = {
  readonly styleId: string;
  /** The beginning of the day, in seconds. */
  readonly timestamp: number;
  readonly manifest: unknown;
  /** What the server says follows from the rest; compared where it is given. */
  readonly context?: unknown;
  readonly guardians: readonly unknown[];
};

/** Refuses a joint key that is not that of the published guardians: whoever had its secret could read the ballot. */
function readPaper(
  group: Group,
  paper: Pick<VotingPaper, "manifest" | "context" | "guardians">,
): Pick<Election, "manifest" | "context"> {
  const manifest = readManifest(jsonFrom(paper.manifest, "manifest"));
  const guardians = paper.guardians.map((guardian) => readGuardian(jsonFrom(guardian, "guardian")));
  const quorum = guardians[0]?.commitments.length ?? 0;
  const context = createContext(group, { guardians, quorum, manifestHash: manifestHash(group, manifest) });
  if (paper.context === undefined) return { manifest, context };
  const told = readContext(jsonFrom(paper.context, "context"));
  if (told.publicKey === context.publicKey && told.extendedHash === context.extendedHash) return { manifest, context };
  const message =
    "the key of the election is not that of its guardians: do not vote, and tell the election office what this says";
  throw new RotaError("CEREMONY_INVALID", message);
}

function jsonFrom(value: unknown, name: string) {
  return readJson(JSON.stringify(value), name);
}

export type OpenedToRepeat = {
  readonly paper: Pick<VotingPaper, "manifest" | "context" | "guardians">;
  /** As it was published, in the JSON of ElectionGuard 1.4. */
  readonly ballot: unknown;
  readonly nonce: string;
  /** What the ballot is said to hold. */
  readonly choices: HomeChoices;
  /** What the voter was shown. */
  readonly code: string;
};

/** Undefined: the ballot holds these votes and no others. Else what is wrong with it. */
export function repeatOpened(group: Group, opened: OpenedToRepeat): string | undefined {
  const election = readPaper(group, opened.paper);
  const published = readEncryptedBallot(readJson(JSON.stringify(opened.ballot), "ballot"));
  if (toHex(published.code) !== opened.code) return "the published ballot has another code than the one that was shown";
  const { ballot } = encryptBallot(group, election, {
    ballot: plainBallot({ ...published, choices: opened.choices }),
    nonce: fromHex(opened.nonce, "the nonce"),
    codeSeed: published.codeSeed,
    timestamp: published.timestamp,
  });
  // The code covers the hash, and the hash covers every ciphertext.
  if (ballot.code === published.code && ballot.hash === published.hash) return undefined;
  return "encrypting these votes with the published nonce gives another ballot";
}
