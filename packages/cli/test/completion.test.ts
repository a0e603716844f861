/** Tests that shells complete the commands of the table. */
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CommandSpec } from "../src/command-spec.ts";
import { allCommands } from "../src/commands/all-commands.ts";
import {
  completedCommands,
  completedCommonFlags,
  completionScript,
  type Shell,
  SHELLS,
} from "../src/commands/completion.ts";
import { makeFolder } from "./run-rota.ts";

const OF_A_WORKLOAD: CommandSpec = {
  name: "library open",
  sentence: "open a library",
  flags: [{ flag: "--guardians <count>", sentence: "how many" }],
  examples: ["rota library open 42"],
  run: () => Promise.resolve(),
};

const completed = {
  commands: completedCommands([...allCommands(), OF_A_WORKLOAD]),
  common: completedCommonFlags(),
};

/** Returns the completions of bash while the last word is being typed. */
function offered(...words: string[]): string[] {
  const script = `${completionScript("bash", completed)}
    COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _rota
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.split("\n").filter((line) => line !== "");
}

test("bash completes commands, their words, their flags and those of the configuration", () => {
  expect(offered("rota", "su")).toEqual(["submit"]);
  expect(offered("rota", "")).toEqual(expect.arrayContaining(["serve", "tasks", "library", "help"]));
  expect(offered("rota", "")).not.toContain("work-process");
  expect(offered("rota", "locks", "ov")).toEqual(["override"]);
  expect(offered("rota", "tasks", "--que")).toEqual(["--queue"]);
  expect(offered("rota", "submit", "x", "--database-u")).toEqual(["--database-url"]);
  expect(offered("rota", "help", "doc")).toEqual(["doctor"]);
  expect(offered("rota", "library", "o")).toEqual(["open"]);
  expect(offered("rota", "library", "open", "--gua")).toEqual(["--guardians"]);
});

const isInstalled = (shell: Shell): boolean => spawnSync(shell, ["-c", "true"]).error === undefined;

/** Runs a shell that gets the script as a file. */
async function runIn(shell: Shell, flags: readonly string[]): Promise<{ status: number | null; out: string }> {
  const folder = await makeFolder();
  const file = join(folder.path, "completion");
  await writeFile(file, completionScript(shell, completed));
  const { status, stdout, stderr } = spawnSync(shell, [...flags, file], { encoding: "utf8" });
  await folder.remove();
  return { status, out: `${stdout}${stderr}` };
}

for (const [shell, flags] of [
  ["bash", ["-n"]],
  ["zsh", ["-n"]],
  ["fish", ["--no-execute"]],
] as const)
  test.skipIf(!isInstalled(shell))(`${shell} takes the script (skipped where it is not installed)`, async () => {
    expect(await runIn(shell, flags)).toEqual({ status: 0, out: "" });
  });

test.skipIf(!isInstalled("fish"))(
  "fish offers commands, words and flags with what they mean (skipped where it is not installed)",
  async () => {
    const asked = ["rota doc", "rota locks ov", "rota tasks --que"].map((line) => `complete -C '${line}'`).join("; ");

    const result = await runIn("fish", ["--no-config", "-c", `source $argv[1]; ${asked}`]);

    expect(result.out.split("\n").map((line) => line.split("\t")[0])).toEqual(["doctor", "override", "--queue", ""]);
  },
);

/** Stand-ins for the completion functions of an interactive zsh; they print their arguments. */
const ZSH = `compdef() { : }; _files() { : }
_describe() { [[ $1 == -o ]] && shift; print -l -- \${(P)2} }; compadd() { print -l -- \${(P)2} }
source $0; offer() { words=("$@"); CURRENT=$#; _rota }
offer rota doc; offer rota locks ov; offer rota tasks --que; offer rota library open --gua`;

test.skipIf(!isInstalled("zsh"))(
  "zsh is offered commands, words and flags with what they mean (skipped where it is not installed)",
  async () => {
    const result = await runIn("zsh", ["-f", "-c", ZSH]);

    const lines = result.out.split("\n");
    expect(lines).toContain("doctor:look at every connection and setting and say what to mend; nothing is changed");
    expect(lines).toContain("override");
    expect(lines).toContain("--queue:only those of this queue");
    expect(lines).toContain("--guardians:how many");
  },
);

test.each(SHELLS)("the script for %s names every command and every flag", (shell) => {
  const script = completionScript(shell, completed);

  for (const { name, flags } of completed.commands) {
    expect(script).toContain(name.split(" ")[0] ?? name);
    for (const flag of flags) expect(script).toContain(shell === "fish" ? `-l ${flag.name.slice(2)}` : flag.name);
  }
});
