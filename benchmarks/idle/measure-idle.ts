/** Leaves a system idle for a while and reports its cost for each minute. */
import { systemClock } from "@rota/engine/internal";
import type { BenchServer } from "../harness/bench-server.ts";
import { startStopwatch } from "../harness/stopwatch.ts";
import type { OpenIdle } from "./idle-systems.ts";
import { countTransactions } from "./idle.sql.ts";

export type IdleMeasures = { readonly cpuMs: number; readonly asked: number };

export type IdleTimes = {
  /** Time after which the work of the start is over. */
  readonly settleMs: number;
  readonly idleMs: number;
};

const MINUTE_MS = 60_000;

export async function measureIdle(server: BenchServer, open: OpenIdle, times: IdleTimes): Promise<IdleMeasures> {
  const database = await server.open("idle_watch", { poolSize: 1 });
  const system = await open(server);
  const countAsked =
    system.countCommands ?? (async () => Number((await database.query(countTransactions()))[0]?.count));
  await systemClock.wait(times.settleMs);
  const before = await countAsked();
  const stop = startStopwatch(system.serverPid ?? server.pid);
  await systemClock.wait(times.idleMs);
  const { cpuMicrosecondsEach: cpu } = stop(1);
  const after = await countAsked();
  await system.close();
  await database.close();
  const aMinute = MINUTE_MS / times.idleMs;
  return { cpuMs: (cpu / 1_000) * aMinute, asked: (after - before) * aMinute };
}
