/** Keeps a process running until Ctrl-C and stops its parts in order. */
import { createShutdown, type Shutdown } from "@rota/engine/internal";
import type { CommandContext } from "./command-spec.ts";

/** Runs until Ctrl-C. `open` registers what it starts with the shutdown; if `open` fails, all of that is stopped. */
export async function runUntilStopped(
  { reading: { config }, logger }: CommandContext,
  open: (shutdown: Shutdown) => Promise<void>,
): Promise<void> {
  const shutdown = createShutdown({ logger, graceMs: config.shutdownGraceMs });
  stopWithParent(shutdown);
  try {
    await open(shutdown);
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
  if (shutdown.signal.aborted) return;
  await new Promise((resolve) => shutdown.signal.addEventListener("abort", resolve));
}

/** Matches our own program. In another program the channel belongs to its owner. */
const IS_PROGRAM = /[\\/]bin\.[cm]?[jt]s$/;

/** Stops when the process that started this one with a channel exits, such as a killed `npm start`. */
function stopWithParent(shutdown: Shutdown): void {
  if (process.channel === undefined || !IS_PROGRAM.test(process.argv[1] ?? "")) return;
  const onDisconnect = () => void shutdown.stop().then((isClean) => process.exit(isClean ? 0 : 1));
  process.once("disconnect", onDisconnect);
  shutdown.signal.addEventListener("abort", () => process.off("disconnect", onDisconnect)); // the listener would keep the process running
}

/** Prints that the command is ready. Scripts wait for the last line. */
export function printReady({ flags }: CommandContext, facts: object, lines: readonly string[]): void {
  if (flags["json"] === true) console.log(JSON.stringify({ state: "ready", ...facts }));
  else for (const line of [...lines, "ready; Ctrl-C stops it"]) console.log(line);
}

/**
 * Prints that Ctrl-C was received and when everything has stopped, for runs with a quiet log. Call it before any other
 * registration, because the first registration is stopped last.
 */
export function announceStop(shutdown: Shutdown, print: (line: string) => void = console.log): { ready(): void } {
  let isReady = false;
  shutdown.onStop("terminal", () => {
    if (isReady) print("stopped; the next start goes on from here");
  });
  return {
    ready() {
      isReady = true;
      // Terminals echo ^C into the line of the cursor.
      shutdown.signal.addEventListener("abort", () => print("\nstopping; Ctrl-C once more stops at once"));
    },
  };
}
