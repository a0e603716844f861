/** Internals of packages that the check of the blocks uses: the table of commands and the test runner of commands. */
export { commandLine } from "../../../packages/cli/src/command-line.ts";
export { allCommands } from "../../../packages/cli/src/commands/all-commands.ts";
export { loadWorkloads, migrateAll } from "../../../packages/cli/src/workloads.ts";
export { runHere } from "../../../packages/cli/test/run-here.ts";
export { runRota, startRota, type Finished } from "../../../packages/cli/test/run-rota.ts";
export { toyRecordParts } from "../../../workloads/elections/test/toy-record.ts";
