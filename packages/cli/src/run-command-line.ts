/** Runs what the words of a command line name, and turns a failure into one message and an exit code. */
import { describeError, isRotaError } from "@rota/engine";
import { commandLine } from "./command-line.ts";
import { withoutControls } from "./output/one-line.ts";

/** `words` begin behind the name of the program. Undefined: the command itself says how it ended. */
export async function runCommandLine(words: readonly string[]): Promise<number | undefined> {
  try {
    await commandLine().parseAsync(words, { from: "user" });
    return undefined;
  } catch (error) {
    const { message: said, exitCode } = describeError(error, { stack: words.includes("--stack") });
    const message = said.split("\n").map(withoutControls).join("\n"); // it may repeat what somebody else wrote
    const code = isRotaError(error) ? error.code : "INTERNAL";
    if (words.includes("--json")) console.error(JSON.stringify({ code, message, exitCode }));
    else console.error(`rota: ${message}`);
    return exitCode;
  }
}
