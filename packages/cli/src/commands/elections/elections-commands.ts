/** The commands of elections, in the order in which help lists them. */
import type { CommandSpec } from "../../command/command-spec.ts";
import { cryptoServiceCommand } from "./crypto-service.ts";
import { fleetKeyCommand } from "./fleet-key.ts";
import { guardianCommand } from "./guardian/guardian.ts";
import { verifyElectionCommand } from "./verify.ts";

export const electionsCommands: readonly CommandSpec[] = [
  verifyElectionCommand,
  guardianCommand,
  fleetKeyCommand,
  cryptoServiceCommand,
];
