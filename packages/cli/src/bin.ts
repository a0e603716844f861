#!/usr/bin/env node
/** The `rota` command: runs what the command line names and turns a failure into one message and an exit code. */
import { describeError } from "@rota/engine";
import { commandLine } from "./command-line.ts";

try {
  await commandLine().parseAsync(process.argv);
} catch (error) {
  const { message, exitCode } = describeError(error, { stack: process.argv.includes("--stack") });
  console.error(`rota: ${message}`);
  process.exitCode = exitCode;
}
