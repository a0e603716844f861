/** Runs a process that receives, posts and announces events until it is stopped or killed. */
import { createEngine, openPostgres, silentLogger, type Config } from "@rota/engine";
import { ledgerIntake } from "../../src/tasks/event-intake.ts";
import { FAULT_POINTS, holdingDatabase } from "./fault-points.ts";

/** `hold`: the next work that reaches the point waits there until `go`. */
export type Order = { readonly hold: number } | "go" | "stop";
export type Report = "ready" | "held";
export type ProcessSettings = {
  readonly url: string;
  readonly schema: string;
  readonly config: Readonly<Partial<Config>>;
};

const given: unknown = JSON.parse(process.argv[2] ?? "");
if (!isSettings(given)) throw new Error("the process of the ledger needs a database to work on");
const { url, schema, config } = given;
const limits = { poolSize: 8, statementTimeoutMs: 120_000, connectTimeoutMs: 60_000 };
const opened = await openPostgres({ url, schema, logger: silentLogger, ...limits });
const { database, hold, letGo } = holdingDatabase(opened, () => report("held"));
const engine = await createEngine({ tasks: [], intakes: [ledgerIntake], database, config, logger: silentLogger });
await engine.start();
process.on("message", (order: Order) => {
  if (typeof order === "object") {
    const point = FAULT_POINTS[order.hold];
    if (point !== undefined) hold(point);
    return;
  }
  letGo();
  if (order === "stop") void engine.stop().then(() => process.disconnect());
});
process.on("disconnect", () => process.exit());
report("ready");

function report(given: Report): void {
  process.send?.(given);
}

function isSettings(value: unknown): value is ProcessSettings {
  return typeof value === "object" && value !== null && "url" in value && "schema" in value && "config" in value;
}
