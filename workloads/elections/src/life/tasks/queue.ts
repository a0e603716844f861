/** Where the checks wait that people wait for: ballots at admission, keys in the ceremony. */
export const CHECKS_QUEUE = "election.checks";
