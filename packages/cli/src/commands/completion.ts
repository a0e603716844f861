/** Implements `rota completion`: writes the completion script for bash, zsh or fish from the table of commands. */
import { RotaError } from "@rota/engine";
import { flagName, optionNames, optionTable } from "@rota/engine/internal";
import type { FlagSpec } from "@rota/engine/workload";
import { type CommandSpec, COMMON_FLAGS, nameOfFlag } from "../command-spec.ts";
import { answer } from "../output/answer.ts";
import { completedParts } from "../sub-commands.ts";

/** Defines the command. It calls `allCommands` only when it runs, since the table contains the command itself. */
export function completionCommand(allCommands: () => readonly CommandSpec[]): CommandSpec {
  return {
    name: "completion",
    runsWithoutConfig: true,
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

type CompletedCommand = {
  readonly name: string;
  readonly sentence: string;
  /** Words that may follow the name. */
  readonly words: readonly string[];
  readonly flags: readonly CompletedFlag[];
};

type CompletedFlag = { readonly name: string; readonly sentence: string; readonly hasValue: boolean };

/** Lists what a shell completes for each command. Hidden commands are left out. */
export function completedCommands(commands: readonly CommandSpec[]): CompletedCommand[] {
  return commands
    .filter(({ isHidden = false }) => !isHidden)
    .map((command) => {
      const { name, sentence } = command;
      const { words, flags } = completedParts(command);
      return { name, sentence, words, flags: flags.map(toFlag) };
    });
}

/** Lists the flags that every command has. */
export function completedCommonFlags(): CompletedFlag[] {
  const options = optionNames().map((key) => ({
    name: flagName(key),
    sentence: optionTable[key].sentence,
    hasValue: true,
  }));
  return [
    ...COMMON_FLAGS.map(toFlag),
    { name: "--help", sentence: "explain the command", hasValue: false },
    ...options,
  ];
}

function toFlag(flag: FlagSpec): CompletedFlag {
  return { name: nameOfFlag(flag), sentence: flag.sentence, hasValue: flag.flag.includes("<") };
}

export type Shell = "bash" | "zsh" | "fish";

export const SHELLS: readonly Shell[] = ["bash", "zsh", "fish"];

type Completed = { readonly commands: readonly CompletedCommand[]; readonly common: readonly CompletedFlag[] };

/** Generates the completion script of one shell. */
export function completionScript(shell: Shell, completed: Completed): string {
  switch (shell) {
    case "bash":
      return bashScript(completed);
    case "zsh":
      return zshScript(completed);
    case "fish":
      return fishScript(completed);
  }
}

/** Returns the first words of all commands; the commands of a workload share theirs. */
function firstWords(commands: readonly CompletedCommand[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? name)), "help"];
}

function secondWords(commands: readonly CompletedCommand[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first = "", second] = name.split(" ");
    if (second !== undefined) groups.set(first, [...(groups.get(first) ?? []), second]);
  }
  return groups;
}

function bashScript({ commands, common }: Completed): string {
  const flags = (listed: readonly CompletedFlag[]): string => listed.map(({ name }) => name).join(" ");
  const cases = commands.map((command) => {
    const pattern = command.name.includes(" ") ? `"${command.name}"` : `"${command.name} "*`;
    return `    ${pattern}) words="${[...command.words, flags(command.flags)].filter(Boolean).join(" ")}" ;;`;
  });
  const groups = [...secondWords(commands)].map(([first, words]) => `    "${first} "*) words="${words.join(" ")}" ;;`);
  return `# Completion of rota for bash: source <(rota completion bash)
_rota() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${firstWords(commands).join(" ")}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
    "help "*) words="${firstWords(commands).join(" ")}" ;;
${[...cases, ...groups].join("\n")}
  esac
  case "$current" in
    -*) words="$words ${flags(common)}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _rota rota
`;
}

function zshScript({ commands, common }: Completed): string {
  const items = (listed: readonly { name: string; sentence: string }[]): string =>
    listed.map(({ name, sentence }) => quoted(`${name.replaceAll(":", "\\:")}:${sentence}`)).join(" ");
  const firsts = commands.filter(({ name }) => !name.includes(" "));
  const groups = [...secondWords(commands)].map(([name]) => ({ name, sentence: `commands of the workload ${name}` }));
  const cases = commands.map(
    ({ name, words, flags }) =>
      `    ${quoted(name)}${name.includes(" ") ? "" : "*"}) choices=(${words.join(" ")}); flags=(${items(flags)}) ;;`,
  );
  const groupCases = [...secondWords(commands)].map(
    ([first, words]) => `    ${quoted(first)}*) choices=(${words.join(" ")}) ;;`,
  );
  return `#compdef rota
# Completion of rota for zsh: source <(rota completion zsh)
_rota() {
  local -a commands common choices flags
  commands=(${items([...firsts, ...groups])})
  common=(${items(common)})
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "$words[2] $words[3]" in
${[...cases, ...groupCases].map((line) => line.replace("'*)", " '*)")).join("\n")}
  esac
  if [[ "$words[CURRENT]" == -* ]]; then
    flags+=($common)
    _describe -o 'option' flags
  else
    compadd -a choices
    _files
  fi
}
compdef _rota rota
`;
}

function fishScript({ commands, common }: Completed): string {
  const lines = [
    ...firstWords(commands).map((word) => {
      const sentence = commands.find(({ name }) => name === word)?.sentence ?? "commands";
      return `complete -c rota -n __fish_use_subcommand -f -a ${word} -d ${quoted(sentence)}`;
    }),
    ...commands.flatMap(fishCommand),
    ...common.map((flag) => `complete -c rota ${fishFlag(flag)}`),
  ];
  return `# Completion of rota for fish: rota completion fish | source\n${lines.join("\n")}\n`;
}

function fishCommand({ name, words, flags }: CompletedCommand): string[] {
  const [first = "", second] = name.split(" ");
  const seen = second === undefined ? first : `${first}; and __fish_seen_subcommand_from ${second}`;
  const condition = `-n ${quoted(`__fish_seen_subcommand_from ${seen}`)}`;
  return [
    ...(second === undefined
      ? []
      : [`complete -c rota -n ${quoted(`__fish_seen_subcommand_from ${first}`)} -f -a ${second}`]),
    ...(words.length === 0 ? [] : [`complete -c rota ${condition} -f -a ${quoted(words.join(" "))}`]),
    ...flags.map((flag) => `complete -c rota ${condition} ${fishFlag(flag)}`),
  ];
}

function fishFlag({ name, sentence, hasValue }: CompletedFlag): string {
  return `-l ${name.slice(2)} ${hasValue ? "-r " : ""}-d ${quoted(sentence)}`;
}

/** Quotes a text literally for these shells. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}
