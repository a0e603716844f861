/** Redis and RabbitMQ as containers, for machines that have a Docker engine but neither server. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { freePorts } from "../process/free-port.ts";
import { rabbitmqAnswers, redisAnswers } from "./handshakes.ts";
import { identifyProcess, isRunning } from "../process/process-identity.ts";
import { lastLines, runCommand } from "../process/run-command.ts";
import type { CommandResult } from "../process/run-command.ts";
import type { Service } from "../service.ts";
import { describeError, ServiceError } from "../service-error.ts";

/** True when a Docker engine answers within a moment. */
export async function dockerAnswers(): Promise<boolean> {
  return (await runCommand("docker", ["info"], { timeoutMs: 3_000 })).succeeded;
}

export async function startRedisContainer(options: { persistent: boolean }): Promise<Service> {
  const [port = 0] = await freePorts(1);
  const password = randomBytes(16).toString("hex");
  const url = `redis://:${password}@127.0.0.1:${port}`;
  const keep = options.persistent ? ["--appendonly", "yes", "--appendfsync", "always"] : ["--save", ""];
  return startContainer({
    name: "redis",
    url,
    run: [`--publish=127.0.0.1:${port}:6379`, "redis:7", "redis-server", "--requirepass", password, ...keep],
    handshake: () => redisAnswers(url),
  });
}

export async function startRabbitmqContainer(): Promise<Service> {
  const [port = 0] = await freePorts(1);
  const password = randomBytes(16).toString("hex");
  const url = `amqp://rota:${password}@127.0.0.1:${port}/%2f`;
  const login = ["--env=RABBITMQ_DEFAULT_USER=rota", `--env=RABBITMQ_DEFAULT_PASS=${password}`];
  return startContainer({
    name: "rabbitmq",
    url,
    // A node stores its data under its host name, which is otherwise the random name of the container.
    run: [`--publish=127.0.0.1:${port}:5672`, "--hostname=rota", ...login, "rabbitmq:3"],
    handshake: () => rabbitmqAnswers(url),
  });
}

type Container = { name: string; url: string; run: readonly string[]; handshake: () => Promise<void> };

const LABEL = "rota-test-services";

async function startContainer(container: Container): Promise<Service> {
  await sweepStaleContainers();
  const owner = `${process.pid}-${identifyProcess(process.pid)?.mark ?? "unknown"}`;
  const id = await docker(["run", "--detach", `--label=${LABEL}=${owner}`, ...container.run]);
  const service = containerService(container, id);
  try {
    await service.start();
  } catch (error) {
    await service.dispose();
    throw error;
  }
  return service;
}

function containerService(container: Container, id: string): Service {
  let pid: number | undefined;
  const end = async (args: readonly string[]) => {
    await docker([...args, id]);
    await docker(["wait", id]);
    pid = undefined;
  };
  return {
    name: container.name,
    url: container.url,
    pid: () => pid,
    start: async () => {
      await docker(["start", id]);
      await untilItAnswers(container, id);
      pid = Number(await docker(["inspect", "--format={{.State.Pid}}", id]));
    },
    kill: (signal = "SIGKILL") => end(["kill", `--signal=${signal}`]),
    stop: () => end(["stop"]),
    dispose: async () => {
      await docker(["rm", "--force", "--volumes", id]);
      pid = undefined;
    },
  };
}

const START_MS_MAX = 90_000;
const POLL_MS = 100;

async function untilItAnswers(container: Container, id: string): Promise<void> {
  const deadline = Date.now() + START_MS_MAX;
  for (;;) {
    try {
      await container.handshake();
      return;
    } catch (error) {
      const isUp = (await docker(["inspect", "--format={{.State.Running}}", id])) === "true";
      if (!isUp || Date.now() > deadline) throw await startFailed(container, id, error);
      await delay(POLL_MS);
    }
  }
}

async function startFailed(container: Container, id: string, cause: unknown): Promise<ServiceError> {
  const log = lastLines((await tryDocker(["logs", id])).output);
  const message = `${container.name} in Docker did not start (${describeError(cause)}). The end of its log:\n${log}`;
  return new ServiceError("SERVICE_START_FAILED", message, { cause });
}

/** Removes containers whose owner has exited for any reason. */
async function sweepStaleContainers(): Promise<void> {
  const format = `--format={{.ID}} {{.Label "${LABEL}"}}`;
  const listed = await docker(["ps", "--all", `--filter=label=${LABEL}`, format]);
  for (const line of listed.split("\n").filter((text) => text !== "")) {
    const [id = "", owner = ""] = line.split(" ");
    const [pid = "", mark = ""] = owner.split("-");
    if (!isRunning({ pid: Number(pid), mark })) await tryDocker(["rm", "--force", "--volumes", id]);
  }
}

async function docker(args: readonly string[]): Promise<string> {
  const { succeeded, output } = await tryDocker(args);
  if (succeeded) return output;
  throw new ServiceError("SERVICE_UNAVAILABLE", `docker ${args[0] ?? ""} failed: ${lastLines(output, 5)}`);
}

/** Long enough to pull an image once. */
const DOCKER_TIMEOUT_MS = 5 * 60 * 1000;

function tryDocker(args: readonly string[]): Promise<CommandResult> {
  return runCommand("docker", args, { timeoutMs: DOCKER_TIMEOUT_MS });
}
