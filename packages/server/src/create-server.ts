/** Puts the HTTP server together: operations over an engine, from the first byte of a request to the last of its answer. */
import type { Clock, Config, Engine, Logger, Operation } from "@rota/engine";
import { fastify, type FastifyInstance } from "fastify";
import { registerOperation } from "./http/register-operation.ts";
import { routes } from "./routes.ts";

export type ServerOptions = {
  readonly engine: Engine;
  readonly config: Config;
  readonly logger: Logger;
  /** What workloads add. */
  readonly operations?: readonly Operation[];
  /** The folder of the dashboard's built files. Without it `/` says how to build them. */
  readonly dashboardFolder?: string;
  readonly clock?: Clock;
};

export type Server = {
  /** Takes requests from now on. Port 0 takes a free one. Default: `serverHost` and `serverPort` of the configuration. */
  listen(address?: { readonly host?: string; readonly port?: number }): Promise<{ readonly url: string }>;
  /** A request without a socket: for tests. */
  readonly inject: FastifyInstance["inject"];
  /** Takes nothing new, ends live events, lets requests under way end. Further calls do nothing. */
  close(): Promise<void>;
};

export async function createServer(options: ServerOptions): Promise<Server> {
  const app = fastify({ logger: false });
  for (const operation of [...routes, ...(options.operations ?? [])]) registerOperation(app, operation, options);
  await app.ready();
  let closed: Promise<void> | undefined;
  return {
    async listen({ host = "127.0.0.1", port = 0 } = {}) {
      return { url: await app.listen({ host, port }) };
    },
    inject: app.inject.bind(app),
    close: () => (closed ??= app.close()),
  };
}
