/** A process that claims and completes chunks of one queue, printing each claim as it was received, until its input ends. */
import { takeTurns } from "../../src/fairness/take-turns.ts";
import { completeChunks } from "../../src/worker/settle-chunks.ts";
import { openTestPostgres } from "../support/test-database.ts";

const LEASE_MS = 600_000;

const [schema = "", queue = "", owner = ""] = process.argv.slice(2);
let isFinished = false;
process.stdin.resume().on("end", () => (isFinished = true));

const database = await openTestPostgres({ schema, poolSize: 1 });
process.stdout.write("[]\n"); // It is ready.
for (let round = 1; ; round++) {
  // Asks for different sizes, so that batches of all kinds meet.
  const taken = await takeTurns(database, { queue, limit: 1 + (round % 7), owner, leaseMs: LEASE_MS });
  if (taken.length === 0 && isFinished) break;
  if (taken.length === 0) continue;
  const received = taken.map(({ taskId, number, turn }) => [String(taskId), number, String(turn)]);
  process.stdout.write(`${JSON.stringify(received)}\n`);
  const completed = await completeChunks(database, taken);
  if (completed.length !== taken.length) throw new Error("a lease was lost that nobody else could have");
}
await database.close();
