/** `rota start`: brings the database up to date and keeps it running until Ctrl-C. */
import type { CommandSpec } from "../../command/command-spec.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { openConfiguredDatabase } from "../../compose.ts";
import { greet } from "./greet.ts";
import { runUntilStopped, sayReady } from "./run-until-stopped.ts";

export const startCommand: CommandSpec = {
  name: "start",
  sentence: "bring the database up to date and keep it running until Ctrl-C",
  examples: ["rota start --data-dir ./rota-data"],
  run: start,
};

async function start(context: CommandContext): Promise<void> {
  await runUntilStopped(context, async (shutdown) => {
    const database = await openConfiguredDatabase(context);
    shutdown.onStop("database", () => database.close());
    // A Ctrl-C while the database was opening has found nothing to stop.
    if (shutdown.signal.aborted) return;
    const { facts, lines } = await greet(context, database);
    sayReady(context, facts, lines);
  });
}
