/** The rules that hold between options, and the passwords that are given apart from their URLs. Pure. */
import type { Config } from "./options.ts";
import { invalid, refuse, type Problem } from "./problem.ts";

/** The configuration with passwords put into their URLs. Throws one error that names every broken rule. */
export function checkRules(config: Config): Config {
  const database = withPassword(config, "databaseUrl", "databasePassword");
  const rabbitmq = withPassword(config, "rabbitmqUrl", "rabbitmqPassword");
  const redis = withPassword(config, "redisUrl", "redisPassword");
  refuse([...brokenRules(config), ...[database, rabbitmq, redis].flatMap(({ problem }) => problem ?? [])]);
  return { ...config, databaseUrl: database.url, rabbitmqUrl: rabbitmq.url, redisUrl: redis.url };
}

type UrlName = "databaseUrl" | "rabbitmqUrl" | "redisUrl";
type PasswordName = "databasePassword" | "rabbitmqPassword" | "redisPassword";

function withPassword(
  config: Config,
  urlName: UrlName,
  passwordName: PasswordName,
): { url: string | undefined; problem?: Problem } {
  const text = config[urlName];
  const password = config[passwordName];
  if (password === undefined) return { url: text };
  if (text === undefined) return { url: text, problem: invalid(`${passwordName} is set but ${urlName} is not`) };
  const url = new URL(text);
  const { password: own, href: before } = url;
  url.password = encodeURIComponent(password);
  // The same one is no second one: what was read once is given to an engine that reads the environment again.
  if (own !== "" && url.href !== before)
    return { url: text, problem: invalid(`${passwordName} is set and ${urlName} has one too`) };
  if (url.password !== "") return { url: url.href };
  return { url: text, problem: invalid(`${passwordName} needs a host in ${urlName}`) };
}

function brokenRules(config: Config): Problem[] {
  const { leaseMs, leaseRenewMs, brokerConcurrencyMin: least, brokerConcurrencyMax: most } = config;
  const messages: string[] = [];
  if (leaseRenewMs * 2 > leaseMs)
    messages.push(`leaseRenewMs (${String(leaseRenewMs)}) must be at most half of leaseMs (${String(leaseMs)})`);
  if (least > most)
    messages.push(`brokerConcurrencyMin (${String(least)}) must be at most brokerConcurrencyMax (${String(most)})`);
  if (config.brokerTriggerEnabled && config.rabbitmqUrl === undefined)
    messages.push("brokerTriggerEnabled needs a broker: set rabbitmqUrl, or turn it off");
  if (config.healthRequireBroker && config.rabbitmqUrl === undefined)
    messages.push("healthRequireBroker needs a broker: set rabbitmqUrl, or turn it off");
  if (config.healthRequireRedis && config.redisUrl === undefined)
    messages.push("healthRequireRedis needs Redis: set redisUrl, or turn it off");
  return [...messages, ...brokenTokenRules(config)].map(invalid);
}

/** A token of somebody else's issuer, or meant for somebody else, must not open anything. */
function brokenTokenRules({ jwksUrl, jwksFile, tokenIssuer, tokenAudience }: Config): string[] {
  if (jwksUrl === undefined && jwksFile === undefined) return [];
  const messages: string[] = [];
  if (jwksUrl !== undefined && jwksFile !== undefined)
    messages.push("jwksUrl and jwksFile are both set: leave one out");
  if (tokenIssuer === "") messages.push("tokens are taken from anybody: set tokenIssuer to who gives them out");
  if (tokenAudience === "") messages.push("tokens are taken that are meant for others: set tokenAudience");
  return messages;
}
