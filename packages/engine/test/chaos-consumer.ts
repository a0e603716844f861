/** A process that consumes the events of the story of chaos until it is told to stop, or killed. */
import { z } from "zod";
import type { Transaction } from "../src/database/database.ts";
import { createEngine } from "../src/engine.ts";
import type { IntakeCounts } from "../src/intake/intake-counts.ts";
import { systemClock } from "../src/runtime/clock.ts";
import { silentLogger } from "../src/runtime/logger.ts";
import { CHAOS_NAME, chaosIntake } from "./chaos-intake.ts";
import { selectBackend } from "./chaos-rows.sql.ts";

/** `hold`: the next batch whose effects are written stays inside its transaction until `go`. */
export type ChaosOrder = "hold" | "go" | "stop";

export type ChaosReport =
  | { readonly kind: "ready" }
  /** Effects are written in a transaction of that server process, and not committed. */
  | { readonly kind: "inside"; readonly backend: number }
  | { readonly kind: "counts"; readonly counts: IntakeCounts };

const REPORT_EVERY_MS = 50;

const config = z.record(z.string(), z.union([z.string(), z.number()])).parse(JSON.parse(process.argv[2] ?? ""));
let isHeld = false;
let release = (): void => undefined;

const intake = chaosIntake(stayInside);
const engine = await createEngine({ tasks: [], intakes: [intake], config, logger: silentLogger });
await engine.start();
process.on("message", (order) => {
  if (order === "hold") isHeld = true;
  if (order === "go") letGo();
  if (order === "stop") void stop();
});
process.on("disconnect", () => process.exit());
report({ kind: "ready" });
void reportCounts();

async function stayInside(tx: Transaction, signal: AbortSignal): Promise<void> {
  if (!isHeld) return;
  isHeld = false;
  const [row] = await tx.query(selectBackend());
  const released = new Promise<void>((resolve) => {
    release = resolve;
    signal.addEventListener("abort", () => resolve());
  });
  report({ kind: "inside", backend: row?.pid ?? 0 });
  await released;
}

function letGo(): void {
  isHeld = false;
  release();
}

async function stop(): Promise<void> {
  letGo();
  await engine.stop();
  await sendCounts();
  process.disconnect();
}

async function reportCounts(): Promise<never> {
  for (;;) {
    await sendCounts();
    await systemClock.wait(REPORT_EVERY_MS);
  }
}

async function sendCounts(): Promise<void> {
  const counts = (await engine.status()).intakes[CHAOS_NAME];
  if (counts !== undefined) report({ kind: "counts", counts });
}

function report(given: ChaosReport): void {
  process.send?.(given);
}
