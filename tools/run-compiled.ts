/**
 * Runs a program of this repository compiled, types unchecked: the processes that it starts start much faster than with
 * tsx.
 */
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { compileSources } from "./compiled/compile-sources.ts";
import { compiledPath } from "./compiled/compiled-url.ts";

const [program = "", ...words] = process.argv.slice(2);

await compileSources();
const child = spawn(process.execPath, [compiledPath(pathToFileURL(program)), ...words], { stdio: "inherit" });
// Ctrl-C reaches the program directly, other signals are forwarded. The program stops its own processes, and this one
// waits for it.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => child.kill("SIGTERM"));
process.exitCode = await new Promise((resolve) => child.once("close", (code) => resolve(code ?? 1)));
