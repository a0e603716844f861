/** What the stages of voting hand on to each other. */
import type { HomeChoices, HomeVote } from "@rota/elections";
import type { Voting } from "../shared/wire.ts";

export type VoterElection = {
  readonly voting: Voting;
  readonly guardians: readonly unknown[];
  readonly token: string;
};

/** Encrypted, sent and verified, and not yet a vote. */
export type Submitted = { readonly vote: HomeVote; readonly choices: HomeChoices };

export type Challenged = {
  readonly kind: "challenged";
  readonly code: string;
  readonly nonce: string;
  readonly choices: HomeChoices;
};

/** Of a cast ballot only its code is left. */
export type Decided = { readonly kind: "cast"; readonly code: string } | Challenged;
