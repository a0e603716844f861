/** The command `rota serve` or `rota work` as a process group of its own, which can be killed and started again. */
import { freePorts } from "../../tools/services/process/free-port.ts";
import { makeServerFolder } from "../../tools/services/process/run-folder.ts";
import { serverProcess } from "../../tools/services/process/server-process.ts";
import type { Service } from "../../tools/services/service.ts";
import type { StageClock } from "./clock.ts";
import type { StageCode } from "./code.ts";

export type RotaWish = {
  readonly env: Readonly<Record<string, string>>;
  readonly clock: StageClock;
  readonly code: StageCode;
  readonly tasksModule: string | undefined;
};

const RATE_MAX = "100000000";

export async function rotaServer(wish: RotaWish): Promise<Service> {
  const [port = 0] = await freePorts(1);
  const rates = { ROTA_SERVER_RATE_MAX: RATE_MAX, ROTA_SERVER_STRANGER_RATE_MAX: RATE_MAX };
  const env = { ...wish.env, ...rates, ROTA_SERVER_PORT: String(port) };
  const url = `http://127.0.0.1:${String(port)}`;
  return describeProcess(
    { ...wish, env },
    { name: "rota-serve", words: ["serve", "--no-work"], url, look: "/v1/health/live" },
  );
}

export async function rotaWorker(wish: RotaWish): Promise<Service> {
  const [port = 0] = await freePorts(1);
  const env = { ...wish.env, ROTA_METRICS_PORT: String(port) };
  const url = `http://127.0.0.1:${String(port)}`;
  return describeProcess({ ...wish, env }, { name: "rota-work", words: ["work"], url, look: "/metrics" });
}

type Described = {
  readonly name: string;
  readonly words: readonly string[];
  readonly url: string;
  /** The path that is answered once it is ready. */
  readonly look: string;
};

function describeProcess({ env, clock, code, tasksModule }: RotaWish, { name, words, url, look }: Described): Service {
  const tasks = tasksModule === undefined ? [] : ["--tasks", code.module(tasksModule)];
  return serverProcess({
    name,
    url,
    folder: makeServerFolder(name),
    file: process.execPath,
    args: [code.command, ...words, ...tasks],
    env: { ...withoutRota(process.env), ...env, ...clock.env, ROTA_LOG_LEVEL: "warn" },
    handshake: async () => {
      const answer = await fetch(`${url}${look}`);
      if (!answer.ok) throw new Error(`${look} answered ${String(answer.status)}`);
    },
  });
}

/** What is configured for whoever runs this is no configuration of the processes. */
function withoutRota(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("ROTA_")));
}
