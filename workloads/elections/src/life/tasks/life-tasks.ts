/** The tasks of an election's life until it is closed. */
import { admitBallot } from "./admit-ballot.ts";
import { checkKeysTask, checkPointTask } from "./check-guardian.ts";
import { openBallotTask } from "./open-ballot.ts";

export const lifeTasks = [admitBallot, openBallotTask, checkKeysTask, checkPointTask];
