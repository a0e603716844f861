/** Serves the built files of the dashboard and the pages of workloads, at the root of a server or below a path. */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { type Logger, RotaError, silentLogger } from "@rota/engine";
import type { Workload } from "@rota/engine/workload";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { checkPagePaths, readWorkloadPages, type ServedPages } from "./workload-pages.ts";

type DashboardOptions = {
  /** Folder of the built files. Without it `/` explains how to build them. */
  readonly folder: string | undefined;
  readonly workloads: readonly Workload[];
  readonly logger: Logger;
  /** Path at which browsers find this server in another one, such as `/jobs`. Default: none, the root. */
  readonly basePath?: string;
};

/** Paths of the API, where a missing route is answered with a problem document. */
const API_PATHS = /^\/(v1|api|metrics|openapi\.json|docs|workloads)(\/|$|\?)/;
/** Cache header of files whose address changes with their content. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATED = "no-cache";

/**
 * Serves the dashboard. Addresses of pages get `index.html`, whose base is `basePath`: everything in it is relative to
 * that. Paths of requests do not contain the base path.
 */
export async function serveDashboard(app: FastifyInstance, options: DashboardOptions): Promise<void> {
  const { folder, workloads, logger, basePath = "" } = options;
  const index = folder === undefined ? undefined : join(folder, "index.html");
  if (folder === undefined || index === undefined || !(await isFile(index))) {
    checkPagePaths(workloads, []);
    app.get("/", async (_request, reply) => sendBuildHint(reply));
    app.setNotFoundHandler(refuseUnknownPath);
    return;
  }
  checkPagePaths(workloads, await readOwnPaths(folder));
  await serveFiles(app, folder, await readWorkloadPages(workloads, logger));
  app.route({
    method: ["GET", "HEAD"],
    url: "/",
    handler: async (_request, reply) => sendPage(reply, index, basePath),
  });
  app.setNotFoundHandler(async (request, reply) =>
    wantsPage(request) ? sendPage(reply, index, basePath) : refuseUnknownPath(),
  );
}

/** Throws what serveDashboard() refuses of workloads. */
export async function checkPages(workloads: readonly Workload[], folder: string | undefined): Promise<void> {
  checkPagePaths(workloads, folder === undefined ? [] : await readOwnPaths(folder));
  if (folder !== undefined) await readWorkloadPages(workloads, silentLogger);
}

async function serveFiles(app: FastifyInstance, folder: string, served: readonly ServedPages[]): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    index: false,
    allowedPath: (path) => !path.endsWith("/index.html"), // its base depends on the server
    setHeaders: (response, path) =>
      void response.setHeader("cache-control", /[/\\]assets[/\\]/.test(path) ? IMMUTABLE : REVALIDATED),
  });
  for (const pages of served)
    if (pages.folder !== undefined)
      await app.register(fastifyStatic, {
        root: pages.folder,
        prefix: `/${pages.address}`,
        decorateReply: false,
        cacheControl: false,
        index: false,
        dotfiles: "ignore",
        setHeaders: (response) => void response.setHeader("cache-control", IMMUTABLE),
      });
  const list = { workloads: served.map(({ listed }) => listed) };
  app.get("/workloads.json", async (_request, reply) => reply.header("cache-control", REVALIDATED).send(list));
}

/** Reads the paths of the dashboard's pages, which its build lists. */
async function readOwnPaths(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, "pages.json"), "utf8").catch(() => "[]");
  const paths: unknown = JSON.parse(text);
  return Array.isArray(paths) ? paths.map(String) : [];
}

const INLINE_IMPORT_MAP = /<script type="importmap">([^<]*)<\/script>/g;

/** Sends `index.html` with its base. Its policy allows exactly its import map and its base besides the common policy. */
async function sendPage(reply: FastifyReply, index: string, basePath: string): Promise<FastifyReply> {
  const html = (await readFile(index, "utf8")).replace(/<base [^>]*>/, `<base href="${basePath}/" />`);
  const hashes = [...html.matchAll(INLINE_IMPORT_MAP)].map(
    ([, map = ""]) => `'sha256-${createHash("sha256").update(map).digest("base64")}'`,
  );
  const policy = String(reply.getHeader("content-security-policy"))
    .replace("script-src 'self'", ["script-src 'self'", ...hashes].join(" "))
    .replace("base-uri 'none'", "base-uri 'self'");
  return reply
    .header("content-security-policy", policy)
    .header("cache-control", REVALIDATED)
    .type("text/html; charset=utf-8")
    .send(html);
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  return method === "GET" && !API_PATHS.test(url) && (headers.accept ?? "").includes("text/html");
}

function refuseUnknownPath(): never {
  throw new RotaError("ROUTE_NOT_FOUND", "nothing is at this path: see /docs");
}

function sendBuildHint(reply: FastifyReply): FastifyReply {
  return reply
    .code(200)
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send("Rota answers here. The dashboard is not built: run npm run build:pages. API: /docs\n");
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
