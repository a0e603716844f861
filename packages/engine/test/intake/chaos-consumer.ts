/** Runs a process that consumes the events of the chaos story until it gets the order to stop or is killed. */
import { z } from "zod";
import { openPostgres } from "../../src/database/postgres-database.ts";
import { createEngine } from "../../src/engine.ts";
import type { IntakeCounts } from "../../src/intake/open-intakes.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { HOLD_POINTS, holdingDatabase, type HoldPoint } from "./chaos-holding.ts";
import { CHAOS_NAME, chaosIntake } from "./chaos-intake.ts";

/** Order to a consumer. `hold`: the next call that reaches the point waits there until `go`. These orders are numbered. */
export type ChaosOrder =
  | { readonly kind: "hold"; readonly point: HoldPoint; readonly nth: number }
  | { readonly kind: "go" }
  | { readonly kind: "stop" };

export type ChaosReport =
  | { readonly kind: "ready" }
  /** `backend`: server process of the open transaction; undefined outside of a transaction. */
  | { readonly kind: "held"; readonly nth: number; readonly backend: number | undefined }
  | { readonly kind: "counts"; readonly counts: IntakeCounts };

const REPORT_EVERY_MS = 50;

const settings = z.object({
  url: z.string(),
  schema: z.string(),
  config: z.record(z.string(), z.union([z.string(), z.number()])),
});
const order = z.union([
  z.object({ kind: z.literal("hold"), point: z.enum(HOLD_POINTS), nth: z.number() }),
  z.object({ kind: z.enum(["go", "stop"]) }),
]);

const { url, schema, config } = settings.parse(JSON.parse(process.argv[2] ?? ""));
const limits = { poolSize: 6, statementTimeoutMs: 30_000, connectTimeoutMs: 5_000 };
const opened = await openPostgres({ url, schema, logger: silentLogger, ...limits });
let nth = 0;
const { database, hold, letGo } = holdingDatabase(opened, (backend) => report({ kind: "held", nth, backend }));
const engine = await createEngine({ tasks: [], intakes: [chaosIntake], database, config, logger: silentLogger });
await engine.start();
process.on("message", (message) => {
  const given = order.parse(message);
  if (given.kind === "hold") {
    nth = given.nth;
    return hold(given.point);
  }
  letGo();
  if (given.kind === "stop") void stop();
});
process.on("disconnect", () => process.exit());
report({ kind: "ready" });
void reportCounts();

async function stop(): Promise<void> {
  await engine.stop();
  sendCounts();
  process.disconnect();
}

async function reportCounts(): Promise<never> {
  for (;;) {
    sendCounts();
    await systemClock.wait(REPORT_EVERY_MS);
  }
}

function sendCounts(): void {
  const intake = engine.counts().intakes[CHAOS_NAME];
  if (intake !== undefined) report({ kind: "counts", counts: intake.counts });
}

function report(given: ChaosReport): void {
  process.send?.(given);
}
