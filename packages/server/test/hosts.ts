/** Applications of node:http, Express and Fastify that mount servers below paths and have a page of their own. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import express from "express";
import { fastify } from "fastify";
import type { Handler } from "../src/http/mount.ts";

export type Host = {
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** Handlers by the path at which each is mounted. */
type Mounts = Readonly<Record<string, Handler>>;

/** Answer of the application at every path of its own. */
export const OWN_ANSWER = "the application";

async function openNodeHost(mounts: Mounts): Promise<Host> {
  const server = createServer((request, response) => {
    const path = Object.keys(mounts).find((candidate) => request.url?.startsWith(candidate));
    if (path === undefined) response.end(OWN_ANSWER);
    else mounts[path]?.(request, response);
  });
  return listenTo(server);
}

async function openExpressHost(mounts: Mounts): Promise<Host> {
  const app = express();
  for (const [path, handler] of Object.entries(mounts)) app.use(path, handler);
  app.use(express.json());
  app.use((_request, response) => void response.send(OWN_ANSWER));
  return listenTo(createServer(app));
}

async function openFastifyHost(mounts: Mounts): Promise<Host> {
  const app = fastify();
  app.get("/", async () => OWN_ANSWER);
  app.setNotFoundHandler(async (_request, reply) => reply.code(200).send(OWN_ANSWER));
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null)); // leaves the body to the handler
    for (const [path, handler] of Object.entries(mounts))
      for (const url of [path, `${path}/*`])
        scope.all(url, async (request, reply) => {
          reply.hijack();
          handler(request.raw, reply.raw);
        });
  });
  return { url: await app.listen({ port: 0 }), close: () => endConnections(app.server).then(() => app.close()) };
}

export const HOSTS = { "node:http": openNodeHost, Express: openExpressHost, Fastify: openFastifyHost };

/** Listens at a free port. */
export async function listenTo(server: Server): Promise<Host> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    async close() {
      server.close();
      await endConnections(server);
    },
  };
}

async function endConnections(server: Server): Promise<void> {
  server.closeAllConnections();
}
