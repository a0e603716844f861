/** Internals of packages that the check of the blocks uses: the table of commands and the test runner of commands. */
export { commandLine } from "../../../packages/cli/src/command-line.ts";
export { allCommands } from "../../../packages/cli/src/commands/all-commands.ts";
export { commandsOf } from "../../../packages/cli/src/workload-commands.ts";
export { toyRecordParts } from "../../../workloads/elections/test/toy-record.ts";
