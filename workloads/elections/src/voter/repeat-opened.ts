/** Checks a challenged ballot as anybody can: encrypting its votes once more with its nonce must give its code. */
import { encryptBallot } from "../ballots/encrypt-ballot.ts";
import type { Group } from "../crypto/group/group.ts";
import { fromHex, toHex } from "../crypto/hash/hex.ts";
import { readJson } from "../records/json-reader.ts";
import { readEncryptedBallot } from "../records/read-ballot.ts";
import { plainBallot, type HomeChoices } from "./vote-at-home.ts";
import { readPaper, type VotingPaper } from "./voting-paper.ts";

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
