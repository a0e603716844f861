/** The commands of passports, in the order in which help lists them. */
import type { CommandSpec } from "../../command/command-spec.ts";
import { compilePassportCommand } from "./compile.ts";
import { signingKeyCommand } from "./key.ts";
import { rulesCommand } from "./rules.ts";
import { verifyPassportCommand } from "./verify.ts";

export const passportsCommands: readonly CommandSpec[] = [
  verifyPassportCommand,
  compilePassportCommand,
  rulesCommand,
  signingKeyCommand,
];
