/** Relays events to RabbitMQ as a process until it is killed, at a named point of its work if there is one. */
import { openRabbitmqBroker } from "../../src/broker/rabbitmq/rabbitmq-broker.ts";
import type { Database } from "../../src/database/database.ts";
import { openPostgres } from "../../src/database/postgres-database.ts";
import { createBrokerSink } from "../../src/outbox/broker-sink.ts";
import type { PublishingSink } from "../../src/outbox/outbox-event.ts";
import { createRelay } from "../../src/outbox/relay.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { tableSink } from "../support/recording-sinks.ts";

export type RelaySettings = {
  readonly url: string;
  readonly schema: string;
  readonly rabbitmqUrl: string;
  readonly exchange: string;
  /** Point at which it is killed; "" for none. */
  readonly diesAt: DeathPoint | "";
};

/** Points at which RabbitMQ has an event that is not marked, or a sink has taken one that is not committed. */
export const REPRESENTATIVE_DEATH_POINTS = ["before marking", "inside the transaction"] as const;
/** Other points. */
export const DEATH_POINTS = [
  "before arranging",
  "after arranging",
  "before sending",
  "sent, not confirmed",
  "some confirmed",
  "after marking",
] as const;
export type DeathPoint = (typeof DEATH_POINTS)[number] | (typeof REPRESENTATIVE_DEATH_POINTS)[number];

/** Number of events that pass before a point inside a batch is reached. */
const BEFORE_DEATH = 30;

if (process.argv[2] !== undefined) await run(readSettings(process.argv[2]));

async function run({ url, schema, rabbitmqUrl, exchange, diesAt }: RelaySettings): Promise<void> {
  const die = (point: DeathPoint): void => {
    if (point === diesAt) process.kill(process.pid, "SIGKILL");
  };
  const opened = await openPostgres({
    url,
    schema,
    poolSize: 4,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 10_000,
    logger: silentLogger,
  });
  const database = dyingAt(opened, die);
  const broker = await openRabbitmqBroker({ url: rabbitmqUrl, logger: silentLogger });
  const table = tableSink("table", () => {
    die("inside the transaction");
    return undefined;
  });
  const sinks = [dyingSink(createBrokerSink({ broker, exchange }), die), table];
  const options = { leaseMs: 500, pollIntervalMs: 50, batchMax: 200 };
  await createRelay({ database, sinks, logger: silentLogger, ...options }).start();
  process.stdout.write("ready\n");
}

/** Identifies statements of the relay by the functions that they call. */
function dyingAt(database: Database, die: (point: DeathPoint) => void): Database {
  return {
    schema: database.schema,
    transaction: (work, options) => database.transaction(work, options),
    listen: (channel, listener) => database.listen(channel, listener),
    close: () => database.close(),
    async query(statement, options) {
      const isArranging = statement.text.includes("arrange_events");
      const isMarking = statement.text.includes("advance_sink");
      if (isArranging) die("before arranging");
      if (isMarking) die("before marking");
      const rows = await database.query(statement, options);
      if (isArranging) die("after arranging");
      if (isMarking) die("after marking");
      return rows;
    },
  };
}

function dyingSink(sink: PublishingSink, die: (point: DeathPoint) => void): PublishingSink {
  let confirmed = 0;
  return {
    ...sink,
    async publish(event) {
      die("before sending");
      const publishing = sink.publish(event);
      // The bytes leave the process one turn of the event loop after the client got them.
      setImmediate(() => setImmediate(() => die("sent, not confirmed")));
      const result = await publishing;
      if (++confirmed >= BEFORE_DEATH) die("some confirmed");
      return result;
    },
  };
}

function readSettings(text: string): RelaySettings {
  const given: unknown = JSON.parse(text);
  if (!areSettings(given)) throw new TypeError(`these are no settings: ${text}`);
  return given;
}

function areSettings(given: unknown): given is RelaySettings {
  return typeof given === "object" && given !== null && "url" in given && "exchange" in given && "diesAt" in given;
}
