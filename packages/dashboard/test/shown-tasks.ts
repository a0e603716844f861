/** Tasks that tests of the dashboard look at: held until a test lets them go, or failing until they are repaired. */
import { defineTask, PermanentError } from "@rota/engine";

/** Each call makes a set of its own, so that tests do not meet. */
export function createShownTasks() {
  let free = 0;
  const waiting: (() => void)[] = [];
  const letGo = (count: number): void => {
    for (let each = 0; each < count; each++) {
      const go = waiting.shift();
      if (go === undefined) free += 1;
      else go();
    }
  };
  const held = defineTask({
    name: "shown.held",
    split: (input: { pages: number }) => Array.from({ length: input.pages }, (_, index) => ({ page: index + 1 })),
    run: async ({ page }, { signal }) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => hold(waiting, resolve, signal));
      return { page };
    },
    finish: (results) => ({ pages: results.length }),
  });
  const broken = defineTask({
    name: "shown.broken",
    run: async (input: { isBroken: boolean }) => {
      if (input.isBroken) throw new PermanentError("the archive is closed", { code: "ARCHIVE_CLOSED" });
      return { isRepaired: true };
    },
  });
  return { held, broken, letGo };
}

/** Until it is let go, or its attempt is over. */
function hold(waiting: (() => void)[], resolve: () => void, signal: AbortSignal): void {
  waiting.push(resolve);
  signal.addEventListener("abort", resolve);
}
