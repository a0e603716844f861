#!/usr/bin/env node
/** The `rota` command: runs what the command line names and turns a failure into one message and an exit code. */
import { describeError, isRotaError } from "@rota/engine";
import { commandLine } from "./command-line.ts";

// Whoever reads our answer may have had enough of it: `rota tasks | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

try {
  await commandLine().parseAsync(process.argv);
} catch (error) {
  const { message, exitCode } = describeError(error, { stack: process.argv.includes("--stack") });
  const code = isRotaError(error) ? error.code : "INTERNAL";
  if (process.argv.includes("--json")) console.error(JSON.stringify({ code, message, exitCode }));
  else console.error(`rota: ${message}`);
  process.exitCode = exitCode;
}
