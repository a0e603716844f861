/** Starts private services and processes of the command `rota` for tests of the whole product. */
import { fileURLToPath } from "node:url";
import { compiledPath } from "../compiled/compiled-url.ts";
import { freePorts } from "../services/process/free-port.ts";
import { makeServerFolder } from "../services/process/run-folder.ts";
import { serverProcess } from "../services/process/server-process.ts";
import { startPostgres } from "../services/postgres-service.ts";
import { startRabbitmq } from "../services/rabbitmq-service.ts";
import { startRedis } from "../services/redis-service.ts";
import type { Service } from "../services/service.ts";

/** The compiled command. */
export const ROTA = compiledPath(new URL("../../packages/cli/src/bin.ts", import.meta.url));
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export type Env = Readonly<Record<string, string>>;

export type RotaStack = {
  readonly postgres: Service;
  readonly rabbitmq: Service;
  readonly redis: Service;
  /** Starts a process of the command at a free port, where `readyPath` answers. */
  start(process: StackProcess): Promise<Service>;
  dispose(): Promise<void>;
};

type StackProcess = {
  readonly words: readonly string[];
  readonly env: Env;
  /** Variable or, with two hyphens in front, flag that sets the port. */
  readonly port: string;
  readonly readyPath: string;
};

export async function openRotaStack(): Promise<RotaStack> {
  const started: Service[] = [];
  const keep = <One extends Service>(service: One): One => {
    started.push(service);
    return service;
  };
  const dispose = async (): Promise<void> => {
    for (const service of started.splice(0).reverse()) await service.dispose();
  };
  const starting = await Promise.allSettled([startPostgres(), startRabbitmq(), startRedis()]);
  const [postgres, rabbitmq, redis] = starting.flatMap((one) => (one.status === "fulfilled" ? [keep(one.value)] : []));
  const failed = starting.find((one) => one.status === "rejected");
  if (postgres === undefined || rabbitmq === undefined || redis === undefined) {
    await dispose();
    throw failed?.reason;
  }
  return {
    postgres,
    rabbitmq,
    redis,
    dispose,
    async start({ words, env, port: portName, readyPath }) {
      const [port = 0] = await freePorts(1);
      const isFlag = portName.startsWith("--");
      const url = `http://127.0.0.1:${String(port)}`;
      const name = `rota-${words[0] ?? ""}`;
      const service = keep(
        serverProcess({
          name,
          url,
          folder: makeServerFolder(name),
          file: process.execPath,
          args: [ROTA, ...words, ...(isFlag ? [portName, String(port)] : [])],
          env: { ...withoutRota(), ...env, ...(isFlag ? {} : { [portName]: String(port) }) },
          handshake: async () => {
            const answer = await fetch(`${url}${readyPath}`);
            if (!answer.ok) throw new Error(`${readyPath} answered ${String(answer.status)}: ${await answer.text()}`);
          },
        }),
      );
      await service.start();
      return service;
    },
  };
}

/** Returns the environment without the variables of this test run, which must not reach the processes. */
export function withoutRota(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ROTA_")));
}
