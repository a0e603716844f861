#!/usr/bin/env node
/** The `rota` command. */
import { runCommandLine } from "./command-line.ts";

// Whoever reads our answer may have had enough of it: `rota tasks | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

const exitCode = await runCommandLine(process.argv.slice(2));
if (exitCode !== undefined) process.exitCode = exitCode;
