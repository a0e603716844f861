/** A voter's part on their own device: encrypts the choices, and keeps what would open them apart from what is sent. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { deviceHash, type Device } from "../ballots/ballot-hashes.ts";
import type { PlainBallot } from "../ballots/ballot.ts";
import { encryptBallot } from "../ballots/encrypt-ballot.ts";
import type { Group } from "../crypto/group/group.ts";
import { toHex } from "../crypto/hash/hex.ts";
import { platformRandom, randomScalar, type RandomBytes } from "../crypto/random-scalar.ts";
import { encryptedBallotToJson } from "../records/writing/write-ballot.ts";
import { readPaper, type VotingPaper } from "./voting-paper.ts";

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

export function plainBallot(wish: {
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
