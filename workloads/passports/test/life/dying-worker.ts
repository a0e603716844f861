/** A process that runs tasks of passports and is killed right before or after its first transaction about them commits. */
import { createEngine, openPostgres, silentLogger, type Database, type Transaction } from "@rota/engine";
import { passports } from "../../src/workload.ts";

const [url = "", schema = "", dies = "never"] = process.argv.slice(2);
const limits = { poolSize: 4, statementTimeoutMs: 60_000, connectTimeoutMs: 10_000 };
const database = await openPostgres({ url, schema, logger: silentLogger, ...limits });
const engine = await createEngine({
  tasks: passports.tasks,
  database: mortal(database),
  slots: 1,
  logger: silentLogger,
});
await engine.start();
process.stdout.write("ready\n");

function mortal(real: Database): Database {
  return {
    schema: real.schema,
    query: (statement, options) => real.query(statement, options),
    listen: (channel, listener) => real.listen(channel, listener),
    sessionAddress: () => real.sessionAddress?.(),
    poolUsage: () => real.poolUsage?.(),
    close: () => real.close(),
    async transaction(work, options) {
      let isOurs = false;
      const seen = (tx: Transaction): Transaction => ({
        query(statement, given) {
          isOurs ||= statement.text.includes("rota.passports_");
          return tx.query(statement, given);
        },
        transaction: (inner) => tx.transaction((deeper) => inner(seen(deeper))),
      });
      const result = await real.transaction(async (tx) => {
        const written = await work(seen(tx));
        if (isOurs && dies === "before") await die();
        return written;
      }, options);
      if (isOurs && dies === "after") await die();
      return result;
    },
  };
}

async function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => undefined);
}
