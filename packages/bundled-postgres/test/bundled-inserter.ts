/** A process that opens a data folder and inserts rows until its input ends, printing each id whose commit was acknowledged. */
import { Client } from "pg";

import { type BundledServer, openBundledPostgres } from "../src/open-bundled-postgres.ts";
import type { Logger } from "@rota/engine";
import { makeRows, storeRow } from "./bundled-rows.sql.ts";

const WRITERS = 3;
/** A server that was killed takes a while to exit, and no client can connect meanwhile. */
const TRYING_MS_MAX = 120_000;

const [dataDir = "", name = ""] = process.argv.slice(2);
const print = (fields: unknown, message?: string) =>
  void process.stderr.write(`${message ?? ""} ${JSON.stringify(fields)}\n`);
const logger: Logger = { debug: () => undefined, info: print, warn: print, error: print, child: () => logger };

let finished = false;
process.stdin.resume().on("end", () => (finished = true));

const server = await openBundledPostgres({ dataDir, logger });
await run(server, makeRows());
await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(`${name}-${String(writer)}`)));
await server.close();

async function write(prefix: string): Promise<void> {
  let client: Client | undefined;
  for (let number = 0; !finished; number++) {
    const id = `${prefix}-${String(number)}`;
    client = await storeWhateverHappens(id, client);
    process.stdout.write(`${id}\n`);
  }
  await client?.end();
}

/** Returns when the commit of the row was acknowledged, on a new connection each time the old one broke. */
async function storeWhateverHappens(id: string, given: Client | undefined): Promise<Client> {
  let client = given;
  const sinceMs = performance.now();
  for (;;) {
    try {
      client ??= await connect(server);
      await client.query(toQuery(storeRow(id)));
      return client;
    } catch (error) {
      if (performance.now() - sinceMs > TRYING_MS_MAX) throw error;
      await client?.end().catch(() => undefined);
      client = undefined;
      await server.ensureRunning();
    }
  }
}

async function run(given: BundledServer, statement: ReturnType<typeof makeRows>): Promise<void> {
  const client = await connect(given);
  await client.query(toQuery(statement));
  await client.end();
}

async function connect(given: BundledServer): Promise<Client> {
  const client = new Client(given.connection);
  client.on("error", () => undefined); // The next statement fails and says so.
  await client.connect();
  return client;
}

function toQuery({ text, values }: ReturnType<typeof storeRow>): { text: string; values: unknown[] } {
  return { text, values: [...values] };
}
