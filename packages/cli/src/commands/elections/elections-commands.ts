/** The commands of elections, in the order in which help lists them. */
import type { CommandSpec } from "../../command/command-spec.ts";
import { verifyElectionCommand } from "./verify.ts";

export const electionsCommands: readonly CommandSpec[] = [verifyElectionCommand];
