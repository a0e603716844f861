/** Lists the tasks and the HTTP operations of the elections. */
import type { TaskDefinition } from "@rota/engine";
import type { Operation } from "@rota/engine/workload";
import { sourceDecryptionOperations, sourceResultOperations } from "./compat/decryption-paths.ts";
import { refusedOperations, sourceElectionOperations } from "./compat/election-paths.ts";
import { sourceSchedulerOperations } from "./compat/scheduler-paths.ts";
import { sourceStopOperations, sourceTallyOperations } from "./compat/tally-paths.ts";
import { sourceVotingOperations } from "./compat/voting-paths.ts";
import { kioskOperations, lookUpOperations, voteOperations } from "./http/ballot-routes.ts";
import { ceremonyOperations, guardianOperations } from "./http/ceremony-routes.ts";
import { decryptionOperations, guardianDecryptionOperations } from "./http/decryption-routes.ts";
import { electionOperations } from "./http/election-routes.ts";
import { combineOperations, stopOperations, tallyOperations } from "./http/phase-routes.ts";
import { recordOperations } from "./http/record-routes.ts";
import { voterOperations } from "./http/voter-routes.ts";
import { admitBallot } from "./tasks/admit-ballot.ts";
import { logAttempts } from "./tasks/attempt-log.ts";
import { checkKeysTask, checkPointTask } from "./tasks/check-guardian.ts";
import { combineDecryption } from "./tasks/combine-decryption.ts";
import { compensatedDecryption, credentialClearing } from "./tasks/compensated-decryption.ts";
import { missingDeadline } from "./tasks/missing-deadline.ts";
import { openBallotTask } from "./tasks/open-ballot.ts";
import { fleetKey, partialDecryption } from "./tasks/partial-decryption.ts";
import { recordAssembly } from "./tasks/record-assembly.ts";
import { sendLink } from "./tasks/send-links.ts";
import { shareAdmission } from "./tasks/share-admission.ts";
import { tallyCreation } from "./tasks/tally-creation.ts";
import { tallyMerge } from "./tasks/tally-merge.ts";
import { votingHours } from "./tasks/voting-hours.ts";

export const tasks: readonly TaskDefinition[] = [
  votingHours,
  sendLink,
  admitBallot,
  openBallotTask,
  checkKeysTask,
  checkPointTask,
  logAttempts(tallyCreation),
  logAttempts(tallyMerge),
  logAttempts(partialDecryption),
  logAttempts(compensatedDecryption),
  credentialClearing,
  shareAdmission,
  missingDeadline,
  logAttempts(combineDecryption),
  logAttempts(recordAssembly),
  fleetKey,
];

export const operations: readonly Operation[] = [
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
  ...tallyOperations,
  ...decryptionOperations,
  ...guardianDecryptionOperations,
  ...combineOperations,
  ...recordOperations,
  ...stopOperations,
  ...sourceTallyOperations,
  ...sourceDecryptionOperations,
  ...sourceResultOperations,
  ...sourceStopOperations,
  ...sourceSchedulerOperations,
];
