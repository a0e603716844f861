/** Keeps a process running until Ctrl-C and stops its parts in order. */
import { createShutdown, type Shutdown } from "@rota/engine/internal";
import type { CommandContext } from "./command-spec.ts";

/** `open` registers with the shutdown what it has started; if it fails, that is stopped again. */
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

/** In a process that runs something else too, its channel is not ours. */
const IS_PROGRAM = /[\\/]bin\.[cm]?[jt]s$/;

/** Whoever started us with a channel wants nothing of us once it has gone: `npm start` that was killed. */
function stopWithParent(shutdown: Shutdown): void {
  if (process.channel === undefined || !IS_PROGRAM.test(process.argv[1] ?? "")) return;
  const onGone = () => void shutdown.stop().then((isClean) => process.exit(isClean ? 0 : 1));
  process.once("disconnect", onGone);
  shutdown.signal.addEventListener("abort", () => process.off("disconnect", onGone)); // or it would keep the process running
}

/** Said when it works. The last line is what scripts wait for. */
export function sayReady({ flags }: CommandContext, facts: object, lines: readonly string[]): void {
  if (flags["json"] === true) console.log(JSON.stringify({ state: "ready", ...facts }));
  else for (const line of [...lines, "ready; Ctrl-C stops it"]) console.log(line);
}

/**
 * Says that Ctrl-C was heard and when everything has stopped, where the log is silent about it. To be called before
 * anything else is registered with the shutdown: the last to stop is what was registered first.
 */
export function tellStop(shutdown: Shutdown, say: (line: string) => void = console.log): { ready(): void } {
  let isReady = false;
  shutdown.onStop("terminal", () => {
    if (isReady) say("stopped; the next start goes on from here");
  });
  return {
    ready() {
      isReady = true;
      // Terminals write ^C into the line in which the cursor is.
      shutdown.signal.addEventListener("abort", () => say("\nstopping; Ctrl-C once more stops at once"));
    },
  };
}
