/** A private Redis server for the tests. */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startRedisContainer } from "./supply/docker-service.ts";
import { findRedis } from "./supply/find-binaries.ts";
import { freePorts } from "./process/free-port.ts";
import { redisAnswers } from "./supply/handshakes.ts";
import { refuseLeftOut } from "./left-out.ts";
import { makeServerFolder } from "./process/run-folder.ts";
import { serverProcess } from "./process/server-process.ts";
import type { Service } from "./service.ts";

type RedisOptions = {
  /** Keeps every acknowledged write across a crash (append-only file, synced at each write). Default: keeps nothing. */
  readonly persistent?: boolean;
};

/** Starts it on a free loopback port with its own password; in Docker where no Redis is installed. */
export async function startRedis(options: RedisOptions = {}): Promise<Service> {
  refuseLeftOut("redis");
  const binaries = findRedis();
  const persistent = options.persistent ?? false;
  if (binaries === undefined) return startRedisContainer({ persistent });
  const [port = 0] = await freePorts(1);
  const password = randomBytes(16).toString("hex");
  const folder = makeServerFolder("redis");
  const config = join(folder, "redis.conf");
  writeFileSync(config, redisConfig({ port, password, folder, persistent }), { mode: 0o600 });

  const url = `redis://:${password}@127.0.0.1:${port}`;
  const handshake = () => redisAnswers(url);
  const service = serverProcess({ name: "redis", url, folder, file: binaries.server, args: [config], handshake });
  await service.start();
  return service;
}

/** The password is in a file, because all users of the machine can read arguments. */
function redisConfig(settings: { port: number; password: string; folder: string; persistent: boolean }): string {
  return [
    "bind 127.0.0.1",
    "protected-mode yes",
    `port ${settings.port}`,
    `requirepass ${settings.password}`,
    `dir ${JSON.stringify(settings.folder)}`,
    "daemonize no",
    'save ""',
    `appendonly ${settings.persistent ? "yes" : "no"}`,
    "appendfsync always",
    "",
  ].join("\n");
}
