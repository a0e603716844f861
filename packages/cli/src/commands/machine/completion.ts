/** `rota completion <shell>`: prints the script by which a shell completes what is typed. */
import { RotaError } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import { completedCommands, completedCommonFlags } from "../../completion/completion-words.ts";
import { completionScript, SHELLS } from "../../completion/shells.ts";
import { answer } from "../../output/answer.ts";

/** The table of commands is asked for only when it is complete. */
export function completionCommand(allCommands: () => readonly CommandSpec[]): CommandSpec {
  return {
    name: "completion",
    sentence: "print the script by which a shell completes what is typed",
    words: [{ name: "shell", sentence: "which shell", choices: SHELLS }],
    examples: ["source <(rota completion bash)", "rota completion fish | source"],
    examplesNotRun: "a line for each of two shells; their own test: packages/cli/test/completion.test.ts",
    async run(context) {
      const shell = SHELLS.find((one) => one === context.words[0]);
      if (shell === undefined) throw new RotaError("COMMAND_INVALID", `write ${SHELLS.join(", ")}`);
      const completed = { commands: completedCommands(allCommands()), common: completedCommonFlags() };
      const script = completionScript(shell, completed);
      answer(context, { shell, script }, () => [script.trimEnd()]);
    },
  };
}
