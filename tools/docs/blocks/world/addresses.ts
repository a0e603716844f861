/**
 * Placeholders of the pages for values that only a reader has (addresses, ports, keys), and their values in a check.
 * Pure.
 */
export type Substitutes = {
  readonly databaseUrl: string;
  readonly rabbitmqUrl: string;
  readonly redisUrl: string;
  /** Undefined if the page uses no server. */
  readonly serverUrl: string | undefined;
  readonly key: string;
  /** Folder of the files that readers keep in /run/secrets. */
  readonly folder: string;
};

const DATABASE = /postgres:\/\/(?:rota(?::password)?@)?db(?:\.example\.org)?\/rota(?:\?sslmode=verify-full)?/g;
const RABBITMQ = /amqps?:\/\/rota(?::password)?@(?:mq|rabbitmq)\.example\.org(?::5671\/%2f)?/g;
const REDIS = /rediss:\/\/rota:password@redis\.example\.org:6379\/0/g;
const SERVER = /http:\/\/127\.0\.0\.1:7400|https:\/\/rota\.example\.org/g;
const KEY = /rota_…|(?<=\bKEY=)…/g;
/** Ports are replaced, because a port of this machine may be taken. */
const PORT = /(?<=--(?:server-)?port |ROTA_METRICS_PORT=)\d+/g;

export function substitute(text: string, real: Substitutes): string {
  return text
    .replace(DATABASE, () => real.databaseUrl)
    .replace(RABBITMQ, () => real.rabbitmqUrl)
    .replace(REDIS, () => real.redisUrl)
    .replace(SERVER, (shown) => real.serverUrl ?? shown)
    .replace(KEY, () => real.key)
    .replace(PORT, "0")
    .replaceAll("/run/secrets/", `${real.folder}/secrets/`);
}

export function asksServer(text: string): boolean {
  return text.search(SERVER) >= 0 || /--watch\b/.test(text);
}
