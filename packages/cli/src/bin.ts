#!/usr/bin/env node
/** Entry point of the `rota` command. */
import { runCommandLine } from "./command-line.ts";

// The reader of the output may close the pipe early: `rota tasks | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

const exitCode = await runCommandLine(process.argv.slice(2));
if (exitCode !== undefined) process.exitCode = exitCode;
