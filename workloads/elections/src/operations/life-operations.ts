/** Everything that may be asked for over HTTP until an election is closed. */
import type { Operation } from "@rota/engine";
import { kioskOperations } from "./ballots/kiosk.ts";
import { lookUpOperations } from "./ballots/look-up.ts";
import { voteOperations } from "./ballots/vote.ts";
import { ceremonyOperations } from "./ceremony/ceremony.ts";
import { guardianOperations } from "./ceremony/guardian-rounds.ts";
import { electionOperations } from "./elections/elections.ts";
import { sourceElectionOperations } from "./source/election-paths.ts";
import { refusedOperations } from "./source/refused-paths.ts";
import { sourceVotingOperations } from "./source/voting-paths.ts";
import { voterOperations } from "./voters/voters.ts";

export const lifeOperations: readonly Operation[] = [
  ...electionOperations,
  ...voterOperations,
  ...ceremonyOperations,
  ...guardianOperations,
  ...voteOperations,
  ...kioskOperations,
  ...lookUpOperations,
  ...sourceElectionOperations,
  ...sourceVotingOperations,
  ...refusedOperations,
];
