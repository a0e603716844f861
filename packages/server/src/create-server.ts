/** Puts the HTTP server together: operations over an engine, from the first byte of a request to the last of its answer. */
import {
  createVerifier,
  RotaError,
  systemClock,
  type Clock,
  type Config,
  type Engine,
  type Logger,
  type Operation,
} from "@rota/engine";
import type { FastifyInstance } from "fastify";
import { createAuthenticate } from "./access/authenticate.ts";
import { isLoopback, refuseUnprotected } from "./access/protected-bind.ts";
import { sessionRoutes } from "./access/session-routes.ts";
import { checkOperations } from "./http/check-operations.ts";
import { createApp } from "./http/create-app.ts";
import { watchIdleSockets } from "./http/idle-sockets.ts";
import { createLimitRate } from "./http/limit-rate.ts";
import { refuseOtherMethods, registerOperation } from "./http/register-operation.ts";
import { serveDashboard } from "./http/serve-dashboard.ts";
import { createLiveEvents } from "./live/live-events.ts";
import { createMetrics } from "./metrics/create-metrics.ts";
import { metricsRoute } from "./metrics/metrics-route.ts";
import { openapiRoutes } from "./openapi/openapi-routes.ts";
import { routes } from "./routes.ts";

export type ServerOptions = {
  readonly engine: Engine;
  readonly config: Config;
  readonly logger: Logger;
  /** What workloads add. */
  readonly operations?: readonly Operation[];
  /** The folder of the dashboard's built files. Without it `/` says how to build them. */
  readonly dashboardFolder?: string | undefined;
  readonly clock?: Clock;
};

export type Server = {
  /** Takes requests from now on. Default: `serverHost` and `serverPort` of the configuration; port 0 takes a free one. */
  listen(address?: { readonly host?: string; readonly port?: number }): Promise<{ readonly url: string }>;
  /** A request without a socket: for tests. */
  readonly inject: FastifyInstance["inject"];
  /**
   * Says for `serverDrainMs` that it is not ready, then takes nothing new, ends live events and lets requests under way
   * end. Further calls do nothing.
   */
  close(): Promise<void>;
};

/**
 * @example
 * const server = await createServer({ engine, config, logger });
 * const { url } = await server.listen();
 */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { engine, config, logger, clock, operations = [], dashboardFolder } = options;
  let phase: "open" | "draining" | "closing" = "open";
  let closed: Promise<void> | undefined;
  const app = createApp({ config, logger, phase: () => phase });
  const endIdleSockets = watchIdleSockets(app.server);
  const verifier = createVerifier({ database: engine.database, ...(clock === undefined ? {} : { clock }) });
  const authenticate = await createAuthenticate(verifier, config);
  const limitRate = await createLimitRate(app, config);
  const live = createLiveEvents({ engine, logger, clock });
  const metrics = metricsRoute(createMetrics({ engine }), {
    isOpen: config.metricsOpen || isLoopback(config.serverHost),
  });
  const described = [
    ...routes(config),
    metrics,
    ...sessionRoutes(config, verifier, workloadsOf(operations)),
    live.route,
    ...operations,
  ];
  const all = [...described, ...openapiRoutes(described)];

  checkOperations(all);
  for (const operation of all) registerOperation(app, operation, { engine, logger, authenticate, limitRate });
  refuseOtherMethods(app, all);
  await serveDashboard(app, dashboardFolder);
  await app.ready();

  return {
    async listen({ host = config.serverHost, port = config.serverPort } = {}) {
      await refuseUnprotected(host, { engine, config });
      return { url: await listen(app, host, port) };
    },
    inject: app.inject.bind(app),
    close: () => (closed ??= drain()),
  };

  async function drain(): Promise<void> {
    phase = "draining";
    await (clock ?? systemClock).wait(config.serverDrainMs);
    phase = "closing";
    await live.stop();
    endIdleSockets();
    const impatience = setTimeout(() => app.server.closeAllConnections(), config.shutdownGraceMs);
    try {
      await app.close();
    } finally {
      clearTimeout(impatience);
    }
  }
}

/** Names of operations begin with that of their workload. */
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
