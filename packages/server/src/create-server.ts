/** Creates the HTTP server: puts routes, access, metrics and the dashboard's files together over an engine, listens and drains. */
import { BlockList, isIP } from "node:net";
import { type Clock, type Config, type Engine, type Logger, RotaError } from "@rota/engine";
import { createVerifier, hasValidKey, systemClock } from "@rota/engine/internal";
import type { Operation, Workload } from "@rota/engine/workload";
import type { FastifyInstance } from "fastify";
import { createAuthenticate, type HostAuthenticate } from "./access/authenticate.ts";
import { createApp, watchIdleSockets } from "./http/create-app.ts";
import { createLimitRate } from "./http/limit-rate.ts";
import { createMount, type Handler, readBasePath } from "./http/mount.ts";
import { openapiRoutes } from "./http/openapi.ts";
import {
  checkOperations,
  type OperationPlace,
  refuseOtherMethods,
  registerOperation,
} from "./http/register-operation.ts";
import { checkPages, serveDashboard } from "./http/serve-dashboard.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { routes } from "./routes.ts";
import { metricsRoute } from "./routes/health.ts";
import { createLiveEvents } from "./routes/live-events.ts";
import { sessionRoutes } from "./routes/session.ts";
import { createTaskWaits } from "./routes/task-results.ts";

export type ServerOptions = {
  readonly engine: Engine;
  readonly config: Config;
  readonly logger: Logger;
  /** Workloads whose operations and pages it offers. Default: none. */
  readonly workloads?: readonly Workload[];
  /** More operations. Default: none. */
  readonly operations?: readonly Operation[];
  /** Folder with the built files of the dashboard. Without it `/` explains how to build them. */
  readonly dashboardFolder?: string | undefined;
  /** Path below which it answers, such as `/jobs`. Default: the root. */
  readonly basePath?: string;
  /** Finds the caller of a request in the application that mounts the server, before its key, token or session counts. */
  readonly authenticate?: HostAuthenticate;
  readonly clock?: Clock;
};

export type Server = {
  /**
   * Starts to accept requests. Defaults to `serverHost` and `serverPort` of the configuration; port 0 picks a free one.
   */
  listen(address?: { readonly host?: string; readonly port?: number }): Promise<{ readonly url: string }>;
  /**
   * Returns the listener that answers below `basePath` inside another server: `node:http`, Express or Fastify. Express
   * continues with its next handler outside that path; all others get 404.
   */
  handler(): Handler;
  /** Sends a request without a socket, for tests. */
  readonly inject: FastifyInstance["inject"];
  /**
   * Reports "not ready" for `serverDrainMs`, then accepts no new requests, answers those that wait for tasks, ends live
   * events and waits for running requests. A server that contains this one continues, and gets 503 from the handler. Further calls do nothing.
   */
  close(): Promise<void>;
};

/**
 * Creates a server that listens itself, or answers inside another server.
 *
 * @example
 * const server = await createServer({ engine, config, logger });
 * const { url } = await server.listen();
 *
 * @example
 * const rota = await createServer({ engine, config, logger, basePath: "/jobs" });
 * express().use("/jobs", rota.handler());
 */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { engine, config, logger, clock, workloads = [], dashboardFolder, authenticate: byHost } = options;
  const basePath = readBasePath(options.basePath ?? "");
  const operations = [...(await operationsOf(workloads)), ...(options.operations ?? [])];
  let phase: "open" | "draining" | "closing" = "open";
  let closed: Promise<void> | undefined;
  let isMounted = basePath !== "" || byHost !== undefined;
  const app = createApp({ config, logger, phase: () => phase, basePath });
  const mount = createMount(app, basePath);
  const endIdleSockets = watchIdleSockets(app.server);
  const verifier = createVerifier({ database: engine.database, ...(clock === undefined ? {} : { clock }) });
  const authenticate = await createAuthenticate({ verifier, config, byHost });
  const limitRate = await createLimitRate(app, config);
  const live = createLiveEvents({ engine, logger, clock });
  const waits = createTaskWaits();
  const metrics = metricsRoute(createMetrics({ engine }), {
    isOpen: () => config.metricsOpen || (isLoopback(config.serverHost) && !isMounted),
  });
  const described = [
    ...routes(config, waits),
    metrics,
    ...sessionRoutes({
      config,
      verifier,
      basePath,
      isHosted: byHost !== undefined,
      workloads: workloadsOf(operations),
    }),
    live.route,
    ...operations,
  ];
  const all = [...described, ...openapiRoutes(described, basePath)];

  checkOperations(all);
  for (const operation of all) registerOperation(app, operation, { engine, logger, authenticate, limitRate, basePath });
  refuseOtherMethods(app, all);
  await serveDashboard(app, { folder: dashboardFolder, workloads, logger, basePath });
  await app.ready();

  return {
    async listen({ host = config.serverHost, port = config.serverPort } = {}) {
      await refuseUnprotected(host, { engine, config });
      return { url: (await listen(app, host, port)) + basePath };
    },
    handler() {
      isMounted = true;
      return mount.handle;
    },
    inject: app.inject.bind(app),
    close: () => (closed ??= drain()),
  };

  async function drain(): Promise<void> {
    phase = "draining";
    await (clock ?? systemClock).wait(config.serverDrainMs);
    phase = "closing";
    waits.stop();
    await live.stop();
    endIdleSockets();
    const forceCloseTimer = setTimeout(() => app.server.closeAllConnections(), config.shutdownGraceMs);
    try {
      await mount.end(config.shutdownGraceMs);
      await app.close();
    } finally {
      clearTimeout(forceCloseTimer);
    }
  }
}

/** Routes of the server that need an engine. */
const ENGINE_PLACES: readonly OperationPlace[] = [
  { name: "metrics.read", method: "GET", path: "/metrics" },
  { name: "session.start", method: "POST", path: "/v1/sign-in" },
  { name: "session.get", method: "GET", path: "/v1/session" },
  { name: "session.end", method: "DELETE", path: "/v1/session" },
  { name: "events.listen", method: "GET", path: "/v1/events" },
  { name: "openapi.document", method: "GET", path: "/openapi.json" },
  { name: "openapi.page", method: "GET", path: "/docs" },
  { name: "openapi.style", method: "GET", path: "/docs.css" },
];

/** Throws what `createServer` refuses of workloads, so that a program learns it before it opens a database. */
export async function checkWorkloads(
  workloads: readonly Workload[],
  { config, dashboardFolder }: Pick<ServerOptions, "config" | "dashboardFolder">,
): Promise<void> {
  checkOperations([...routes(config), ...ENGINE_PLACES, ...(await operationsOf(workloads))]);
  await checkPages(workloads, dashboardFolder);
}

async function operationsOf(workloads: readonly Workload[]): Promise<Operation[]> {
  return (await Promise.all(workloads.map((workload) => workload.load()))).flatMap((parts) => parts.operations);
}

/** Returns the names of the workloads, which are the first part of their operations' names. */
function workloadsOf(operations: readonly Operation[]): string[] {
  return [...new Set(operations.map(({ name }) => name.split(".")[0] ?? name))];
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && typeof error.code === "string")) throw error;
    const message = `cannot listen at ${host} port ${String(port)} (${error.code}): choose another serverPort (--server-port 7500), or end what listens there`;
    throw new RotaError("SERVER_ADDRESS_TAKEN", message, { host, port, reason: error.code }, { cause: error });
  }
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Reports whether only programs on this machine can reach the address. */
export function isLoopback(host: string): boolean {
  if (host === "localhost") return true;
  const version = isIP(host);
  return version !== 0 && LOOPBACK.check(host, version === 6 ? "ipv6" : "ipv4");
}

/** Refuses to listen on an address that other machines can reach while no key exists. */
async function refuseUnprotected(host: string, { engine, config }: { engine: Engine; config: Config }): Promise<void> {
  if (isLoopback(host) || config.jwksUrl !== undefined || config.jwksFile !== undefined) return;
  if (await hasValidKey(engine.database)) return;
  throw new RotaError(
    "SERVER_UNPROTECTED",
    `serverHost (${host}) can be reached from other machines and there is no key yet: make one with rota keys create, give jwksUrl, or use 127.0.0.1`,
    { host },
  );
}
