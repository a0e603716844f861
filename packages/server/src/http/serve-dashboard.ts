/** Hands out the dashboard: its files, its first page for every path that is nobody else's, and a word when it is not built. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { RotaError } from "@rota/engine";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Paths of programs: what is not there is told as a problem document. */
const OF_PROGRAMS = /^\/(v1|api|metrics|openapi\.json|docs)(\/|$|\?)/;
/** The build names these after their content, so they never change. */
const NEVER_CHANGES = "public, max-age=31536000, immutable";
const ASKS_EACH_TIME = "no-cache";

export async function serveDashboard(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const isBuilt = folder !== undefined && (await isFile(join(folder, "index.html")));
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      index: "index.html",
      setHeaders: (response, path) =>
        void response.setHeader("cache-control", /[/\\]assets[/\\]/.test(path) ? NEVER_CHANGES : ASKS_EACH_TIME),
    });
  else app.get("/", async (_request, reply) => sendWord(reply));

  app.setNotFoundHandler(async (request, reply) => {
    if (!isBuilt || !wantsPage(request)) throw new RotaError("ROUTE_NOT_FOUND", "nothing is at this path: see /docs");
    return reply.header("cache-control", ASKS_EACH_TIME).sendFile("index.html", { cacheControl: false });
  });
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  return method === "GET" && !OF_PROGRAMS.test(url) && (headers.accept ?? "").includes("text/html");
}

function sendWord(reply: FastifyReply): FastifyReply {
  return reply
    .code(200)
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send(
      "Rota answers here. The dashboard is not built: run npm run build --workspace packages/dashboard. API: /docs\n",
    );
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
