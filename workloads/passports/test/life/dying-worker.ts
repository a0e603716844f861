/** Program that runs tasks of passports and is killed directly before or after its first transaction for them commits, or during a task. */
import { createEngine, openPostgres, silentLogger, type Database, type Sql, type Transaction } from "@rota/engine";
import passports from "../../src/workload.ts";

const [url = "", schema = "", dies = "never"] = process.argv.slice(2);
const limits = { poolSize: 4, statementTimeoutMs: 120_000, connectTimeoutMs: 60_000 };
const database = await openPostgres({ url, schema, logger: silentLogger, ...limits });
const engine = await createEngine({
  workloads: [passports],
  database: mortal(database),
  slots: 1,
  logger: silentLogger,
});
await engine.start();
process.stdout.write("ready\n");

function mortal(real: Database): Database {
  return {
    schema: real.schema,
    async query(statement, options) {
      const rows = await real.query(statement, options);
      if (dies === "meanwhile" && isOurs(statement)) await die();
      return rows;
    },
    listen: (channel, listener) => real.listen(channel, listener),
    sessionAddress: () => real.sessionAddress?.(),
    poolUsage: () => real.poolUsage?.(),
    close: () => real.close(),
    async transaction(work, options) {
      let isAboutThem = false;
      const seen = (tx: Transaction): Transaction => ({
        query(statement, given) {
          isAboutThem ||= isOurs(statement);
          return tx.query(statement, given);
        },
        transaction: (inner) => tx.transaction((deeper) => inner(seen(deeper))),
      });
      const result = await real.transaction(async (tx) => {
        const written = await work(seen(tx));
        if (isAboutThem && dies === "before") await die();
        return written;
      }, options);
      if (isAboutThem && dies === "after") await die();
      return result;
    },
  };
}

function isOurs({ text }: Sql): boolean {
  return text.includes("rota.passports_");
}

async function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => undefined);
}
