/** Looks at RabbitMQ and Redis, where they are configured. */
import {
  describeError,
  openCoordinator,
  openRabbitmqBroker,
  redactUrls,
  silentLogger,
  type Database,
} from "@rota/engine";
import type { CommandContext } from "../../../command/with-config.ts";
import { failed, ok, type Finding } from "./finding.ts";

export async function checkBroker({ reading: { config } }: CommandContext): Promise<Finding[]> {
  const { rabbitmqUrl: url, rabbitmqPassword: password } = config;
  if (url === undefined) return [ok("rabbitmq", "not used: workers take turns from the database")];
  const where = redactUrls(url);
  try {
    const broker = await openRabbitmqBroker({ url, password, logger: silentLogger });
    const { isConnected } = broker;
    await broker.close();
    if (isConnected) return [ok("rabbitmq", `${where} answers`)];
    return [
      failed(
        "rabbitmq",
        `${where} does not answer`,
        "work goes on without it, more slowly: start it, or mend rabbitmqUrl",
      ),
    ];
  } catch (error) {
    const { message } = describeError(error, { stack: false });
    return [failed("rabbitmq", message, "mend rabbitmqUrl and rabbitmqPassword, or take them out")];
  }
}

export async function checkRedis(
  { reading: { config } }: CommandContext,
  database: Database | undefined,
): Promise<Finding[]> {
  if (config.redisUrl === undefined) return [ok("redis", "not used: the database serves locks, keys and secrets")];
  if (database === undefined)
    return [failed("redis", "not looked at, since the database is missing", "mend that first")];
  const where = redactUrls(config.redisUrl);
  try {
    const coordinator = await openCoordinator({ config, database, logger: silentLogger });
    const outage = coordinator.outage();
    await coordinator.close();
    if (outage === undefined) return [ok("redis", `${where} answers`)];
    return [failed("redis", `${where} does not answer`, "the database stands in for it: start it, or mend redisUrl")];
  } catch (error) {
    const { message } = describeError(error, { stack: false });
    return [failed("redis", message, "mend redisUrl and redisPassword, or take them out")];
  }
}
