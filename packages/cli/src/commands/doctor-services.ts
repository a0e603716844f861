/** Checks RabbitMQ, the intakes that consume from it, and Redis for `rota doctor`. */
import { type Database, type IntakeDefinition, silentLogger } from "@rota/engine";
import { listWorkers } from "@rota/engine/admin";
import { describeError, loadParts, redactUrls } from "@rota/engine/internal";
import { type Broker, openRabbitmqBroker } from "@rota/engine/rabbitmq";
import { openCoordinator } from "@rota/engine/redis";
import type { CommandContext } from "../command-spec.ts";
import { count, nouns } from "../output/answer.ts";

export type Finding = {
  readonly check: string;
  readonly state: "ok" | "warning" | "failed";
  readonly found: string;
  /** Advice to the user. */
  readonly advice?: string;
};

export const ok = (check: string, found: string): Finding => ({ check, state: "ok", found });

export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  state: "warning",
  found,
  advice,
});

export const failed = (check: string, found: string, advice: string): Finding => ({
  check,
  state: "failed",
  found,
  advice,
});

/** Checks the broker, and that the queues of the intakes of the workloads have consumers. */
export async function checkBroker(
  { reading: { config, workloads } }: CommandContext,
  database: Database | undefined,
): Promise<Finding[]> {
  const { rabbitmqUrl: url, rabbitmqPassword: password } = config;
  if (url === undefined) return [ok("rabbitmq", "not used: workers take turns from the database")];
  const where = redactUrls(url);
  try {
    const broker = await openRabbitmqBroker({ url, password, logger: silentLogger });
    try {
      if (!broker.isConnected) {
        const advice = "work continues without it, more slowly: start it, or correct rabbitmqUrl";
        return [failed("rabbitmq", `${where} does not answer`, advice)];
      }
      const intakes = (await loadParts(workloads)).flatMap((parts) => parts.intakes);
      return [ok("rabbitmq", `${where} answers`), ...(await checkIntakes(broker, intakes, database))];
    } finally {
      await broker.close();
    }
  } catch (error) {
    const { message } = describeError(error, { stack: false });
    return [failed("rabbitmq", message, "correct rabbitmqUrl and rabbitmqPassword, or remove them")];
  }
}

async function checkIntakes(
  broker: Broker,
  intakes: readonly IntakeDefinition[],
  database: Database | undefined,
): Promise<Finding[]> {
  const served = database === undefined ? new Set<string>() : await servedQueues(database);
  const findings = intakes.map(async (intake) => {
    const state = intake.broker && (await broker.inspectQueue(intake.broker.queue));
    return state === undefined ? [] : [describeIntake(intake, { ...state, isServed: served.has(intake.queue) })];
  });
  return (await Promise.all(findings)).flat();
}

/** Returns the queues of the running workers. A database that cannot be read has its own finding. */
async function servedQueues(database: Database): Promise<ReadonlySet<string>> {
  const workers = await listWorkers(database, { limit: WORKERS_READ_MAX }).catch(() => undefined);
  return new Set(workers?.items.filter(({ state }) => state === "present").flatMap(({ queues }) => queues));
}

const WORKERS_READ_MAX = 100;

type IntakeState = { readonly ready: number; readonly consumers: number; readonly isServed: boolean };

function describeIntake({ name, broker }: IntakeDefinition, { ready, consumers, isServed }: IntakeState): Finding {
  const queue = broker?.queue ?? "";
  if (consumers > 0) return ok("intake", `${name}: ${nouns(consumers, "consumer", "consumers")} of ${queue}`);
  const waiting = ready === 0 ? "" : `, where ${count(ready)} messages wait`;
  const found = `${name}: no process consumes ${queue}${waiting}`;
  if (isServed) return failed("intake", found, `workers run it: their logs say why, search them for ${name}`);
  const advice = "start workers: rota work";
  return ready > 0 ? failed("intake", found, advice) : warning("intake", found, advice);
}

/** Describes a Redis that evicts secrets when it is full. */
function describeMemory(memory: { readonly bytesMax: number; readonly policy: string } | undefined): Finding[] {
  const { bytesMax = Infinity, policy = "" } = memory ?? {};
  if (bytesMax === Infinity || policy === "noeviction" || policy === "") return [];
  const found = `deletes keys when it is full (maxmemory-policy ${policy}), secrets too`;
  return [warning("redis", found, "set maxmemory-policy noeviction: outcomes of events have a limit of their own")];
}

export async function checkRedis(
  { reading: { config } }: CommandContext,
  database: Database | undefined,
): Promise<Finding[]> {
  if (config.redisUrl === undefined) return [ok("redis", "not used: the database serves locks, keys and secrets")];
  if (database === undefined)
    return [failed("redis", "not looked at, since the database is missing", "correct that first")];
  const where = redactUrls(config.redisUrl);
  try {
    const coordinator = await openCoordinator({ config, database, logger: silentLogger });
    const outage = coordinator.outage();
    const memory = await coordinator.redis?.memory();
    await coordinator.close();
    if (outage === undefined) return [ok("redis", `${where} answers`), ...describeMemory(memory)];
    return [
      failed("redis", `${where} does not answer`, "the database stands in for it: start it, or correct redisUrl"),
    ];
  } catch (error) {
    const { message } = describeError(error, { stack: false });
    return [failed("redis", message, "correct redisUrl and redisPassword, or remove them")];
  }
}
