/** The other side of a supervisor: ends this process in order when it is asked to, and says when it works. */
import { READY_MESSAGE, STOP_MESSAGE } from "./worker-process.ts";

export type Supervised = {
  /** Says that this process takes work. */
  ready(): void;
};

const CLEAN_EXIT_CODE = 0;
const UNCLEAN_EXIT_CODE = 1;

/**
 * From here on a message of the supervisor, its end, SIGTERM and SIGINT stop the process, once: Ctrl-C in a terminal reaches
 * this process as well as its supervisor, and must not count twice.
 */
export function beSupervised(stop: () => Promise<void>): Supervised {
  let isStopping = false;
  const end = (): void => {
    if (isStopping) return;
    isStopping = true;
    void stop().then(
      () => process.exit(CLEAN_EXIT_CODE),
      (error: unknown) => {
        process.stderr.write(`the worker could not be stopped in order: ${String(error)}\n`);
        process.exit(UNCLEAN_EXIT_CODE);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("disconnect", end);
  process.on("message", (message) => {
    if (message === STOP_MESSAGE) end();
  });
  process.channel?.unref(); // whatever works here keeps the process running, not that it could be asked to end
  return { ready: () => void process.send?.(READY_MESSAGE) };
}
