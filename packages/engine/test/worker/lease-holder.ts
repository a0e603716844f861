/** A process that leases one chunk, blocks its main thread for as long as a message says, then completes the chunk. */
import { takeTurns } from "../../src/fairness/take-turns.ts";
import { createLeaseKeeper } from "../../src/leases/lease-keeper.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { completeChunks } from "../../src/worker/settle-chunks.ts";
import { openTestPostgres } from "../support/test-database.ts";

const [schema = "", owner = "", ...times] = process.argv.slice(2);
const [leaseMs = 0, untilMs = 0, graceMs = 0] = times.map(Number);

const database = await openTestPostgres({ schema, poolSize: 2 });
const keeper = await createLeaseKeeper({
  database,
  owner,
  leaseMs,
  renewMs: 300,
  graceMs,
  logger: silentLogger,
  onLost: () => process.send?.("lost"),
  onCancelled: () => undefined,
});
const [chunk] = await takeTurns(database, { queue: owner, limit: 1, owner, isWatched: keeper.isWatched, leaseMs });
if (chunk === undefined) throw new Error("nothing was taken");
keeper.hold(chunk.leaseToken, { untilMs });
process.on("message", ({ blockMs, untilMs: newUntilMs }: { blockMs: number; untilMs?: number }) => {
  if (newUntilMs !== undefined) keeper.hold(chunk.leaseToken, { untilMs: newUntilMs });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs);
  void finish(chunk);
});
process.send?.("holding");

async function finish(held: typeof chunk & object): Promise<void> {
  const completed = await completeChunks(database, [held]);
  keeper.drop(held.leaseToken);
  await keeper.close();
  await database.close();
  process.send?.(completed.length === 1 ? "completed" : "fenced off");
  process.disconnect();
}
