/** Encrypts a vote on the voter's own device, and encrypts a challenged ballot again to check it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { ElectionError } from "../../errors.ts";
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

/** Choices in each contest. Options that are not listed get no vote. */
export type HomeChoices = readonly { readonly contestId: string; readonly selectionIds: readonly string[] }[];

export type HomeVote = {
  /** Confirmation code, shown before the voter decides. */
  readonly code: string;
  /** Body of the request that submits the ballot. */
  readonly sent: {
    readonly ballot: Readonly<Record<string, unknown>>;
    readonly device: Device;
    readonly castKeyHash: string;
  };
  /** Key that casts or challenges the ballot. It stays on the device until then. */
  readonly castKey: string;
  /** Nonce that opens the ballot. It is published when the ballot is challenged and forgotten when it is cast. */
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

function plainBallot(vote: {
  readonly ballotId: string;
  readonly styleId: string;
  readonly choices: HomeChoices;
}): PlainBallot {
  const contests = vote.choices.map(({ contestId, selectionIds }) => ({
    contestId,
    selections: selectionIds.map((selectionId) => ({ selectionId, vote: 1 })),
  }));
  return { ballotId: vote.ballotId, styleId: vote.styleId, contests };
}

/**
 * Returns a random number, so that each chain of codes starts in a different place. It reveals nothing about the
 * device.
 */
function randomNumber(random: RandomBytes): number {
  return Number.parseInt(randomHex(4, random), 16);
}

function randomHex(bytes: number, random: RandomBytes): string {
  return bytesToHex(random(new Uint8Array(bytes)));
}

/** Manifest, context and guardians in the JSON of ElectionGuard 1.4, as the server publishes them. */
export type VotingPaper = {
  readonly styleId: string;
  /** Beginning of the day, in seconds. */
  readonly timestamp: number;
  readonly manifest: unknown;
  /** Context as the server computed it. It is compared with the computed one when it is given. */
  readonly context?: unknown;
  readonly guardians: readonly unknown[];
};

/** Refuses a joint key that is not that of the published guardians: the owner of its secret could read the ballot. */
function readPaper(
  group: Group,
  paper: Pick<VotingPaper, "manifest" | "context" | "guardians">,
): Pick<Election, "manifest" | "context"> {
  const manifest = readManifest(jsonFrom(paper.manifest, "manifest"));
  const guardians = paper.guardians.map((guardian) => readGuardian(jsonFrom(guardian, "guardian")));
  const quorum = guardians[0]?.commitments.length ?? 0;
  const context = createContext(group, { guardians, quorum, manifestHash: manifestHash(group, manifest) });
  if (paper.context === undefined) return { manifest, context };
  const stated = readContext(jsonFrom(paper.context, "context"));
  if (stated.publicKey === context.publicKey && stated.extendedHash === context.extendedHash)
    return { manifest, context };
  const message =
    "the key of the election is not that of its guardians: do not vote, and tell the election office what this says";
  throw new ElectionError("CEREMONY_INVALID", message);
}

function jsonFrom(value: unknown, name: string) {
  return readJson(JSON.stringify(value), name);
}

export type OpenedToRepeat = {
  readonly paper: Pick<VotingPaper, "manifest" | "context" | "guardians">;
  /** Published ballot in the JSON of ElectionGuard 1.4. */
  readonly ballot: unknown;
  readonly nonce: string;
  /** Choices that the ballot is claimed to contain. */
  readonly choices: HomeChoices;
  /** Code that the voter was shown. */
  readonly code: string;
};

/** Returns undefined when the ballot contains exactly these votes, and otherwise what is wrong. */
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
