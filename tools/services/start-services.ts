/** Starts one instance of each service for a whole test run. */
import { SERVICE_NAMES } from "./supply/decide-supply.ts";
import type { ServiceName, Supply } from "./supply/decide-supply.ts";
import { startPostgres } from "./postgres-service.ts";
import { startRabbitmq } from "./rabbitmq-service.ts";
import { startRedis } from "./redis-service.ts";
import { resolveServices } from "./resolve-services.ts";
import type { Service } from "./service.ts";

export type StartedServices = {
  readonly urls: Readonly<Record<ServiceName, string>>;
  /** Stops the services that were started, but not the given ones. */
  dispose(): Promise<void>;
};

/** Starts all services that were not given, in parallel. If one fails, the others are stopped. */
export async function startServices(report: (line: string) => void): Promise<StartedServices> {
  const supplies = await resolveServices(report);
  const starts = SERVICE_NAMES.map(async (name) => [name, await startOrTake(name, supplies[name])] as const);
  const outcomes = await Promise.allSettled(starts);
  const started = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const dispose = async () => {
    await Promise.all(started.map(([, service]) => service.dispose()));
  };

  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (failure !== undefined) {
    await dispose();
    throw failure.reason;
  }
  const urlOf = (name: ServiceName) => started.find(([startedName]) => startedName === name)?.[1].url ?? "";
  return { urls: { postgres: urlOf("postgres"), redis: urlOf("redis"), rabbitmq: urlOf("rabbitmq") }, dispose };
}

const STARTERS: Readonly<Record<ServiceName, () => Promise<Service>>> = {
  postgres: () => startPostgres(),
  redis: () => startRedis(),
  rabbitmq: () => startRabbitmq(),
};

async function startOrTake(name: ServiceName, supply: Supply): Promise<Pick<Service, "url" | "dispose">> {
  if (supply.kind === "given") return { url: supply.url, dispose: async () => undefined };
  if (supply.kind === "left-out") return { url: "", dispose: async () => undefined };
  return STARTERS[name]();
}
