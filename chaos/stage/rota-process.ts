/** The command `rota serve` or `rota work` in its own process group, which can be killed and started again. */
import { freePorts } from "../../tools/services/process/free-port.ts";
import { makeServerFolder } from "../../tools/services/process/run-folder.ts";
import { serverProcess } from "../../tools/services/process/server-process.ts";
import type { Service } from "../../tools/services/service.ts";
import type { StageClock } from "./clock.ts";
import type { StageCode } from "./code.ts";

export type RotaOptions = {
  readonly env: Readonly<Record<string, string>>;
  readonly clock: StageClock;
  readonly code: StageCode;
  readonly tasksModule: string | undefined;
};

const RATE_MAX = "100000000";

export async function rotaServer(options: RotaOptions): Promise<Service> {
  const [port = 0] = await freePorts(1);
  const rates = { ROTA_SERVER_RATE_MAX: RATE_MAX, ROTA_SERVER_STRANGER_RATE_MAX: RATE_MAX };
  const env = { ...options.env, ...rates, ROTA_SERVER_PORT: String(port) };
  const url = `http://127.0.0.1:${String(port)}`;
  return describeProcess(
    { ...options, env },
    { name: "rota-serve", words: ["serve", "--no-work"], url, readyPath: "/v1/health/live" },
  );
}

export async function rotaWorker(options: RotaOptions): Promise<Service> {
  const [port = 0] = await freePorts(1);
  const env = { ...options.env, ROTA_METRICS_PORT: String(port) };
  const url = `http://127.0.0.1:${String(port)}`;
  return describeProcess({ ...options, env }, { name: "rota-work", words: ["work"], url, readyPath: "/metrics" });
}

type Described = {
  readonly name: string;
  readonly words: readonly string[];
  readonly url: string;
  /** Path that answers once the process is ready. */
  readonly readyPath: string;
};

function describeProcess(
  { env, clock, code, tasksModule }: RotaOptions,
  { name, words, url, readyPath }: Described,
): Service {
  const tasks = tasksModule === undefined ? [] : ["--tasks", code.module(tasksModule)];
  return serverProcess({
    name,
    url,
    folder: makeServerFolder(name),
    file: process.execPath,
    args: [code.command, ...words, ...tasks],
    env: { ...withoutRota(process.env), ...env, ...clock.env, ROTA_LOG_LEVEL: "warn" },
    handshake: async () => {
      const answer = await fetch(`${url}${readyPath}`);
      if (!answer.ok) throw new Error(`${readyPath} answered ${String(answer.status)}`);
    },
  });
}

/** Removes the configuration of the calling process, which must not reach the processes of the stage. */
function withoutRota(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("ROTA_")));
}
