/** Opens a server with the dashboard on its own database, and a browser that signs in by a link. */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import {
  createEngine,
  type Engine,
  loadConfig,
  migrate,
  openPostgres,
  silentLogger,
  type TaskDefinition,
} from "@rota/engine";
import { createSignInLink, sqlScript } from "@rota/engine/internal";
import type { Workload } from "@rota/engine/workload";
import { createServer, type Handler, type ServerOptions } from "@rota/server";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { chromiumPath } from "../../../tools/services/chromium.ts";
import { serviceUrl } from "../../../tools/services/service-urls.ts";
import { openReceiver } from "./receiver.ts";

const FOLDER = fileURLToPath(new URL("../dist", import.meta.url));

export type OpenedDashboard = {
  readonly engine: Engine;
  readonly url: string;
  /** Address of the webhook receiver. */
  readonly hookUrl: string;
  /** Creates a single-use sign-in link, by default of an admin. */
  readonly signInLink: (person?: Person) => Promise<string>;
  /**
   * Opens a signed-in page at the path and collects its console output in `consoleLines`. The overview is reached by a
   * link and has its own session, which may be signed out; other paths share one session per person.
   */
  readonly open: (path: string, options?: Parameters<typeof openContext>[1]) => Promise<OpenedPage>;
  /** Opens a page without signing in. */
  readonly openAnonymously: (path: string, options?: Parameters<typeof openContext>[1]) => Promise<OpenedPage>;
  readonly dispose: () => Promise<void>;
};

export type OpenedPage = { readonly page: Page; readonly consoleLines: string[]; readonly context: BrowserContext };

/** Application that mounts the server. */
export type Host = { readonly url: string; readonly close: () => Promise<void> };

type DashboardOptions = {
  readonly tasks: readonly TaskDefinition[];
  readonly workloads?: readonly Workload[];
  /** Application in which the server answers. Default: it listens itself. */
  readonly inside?: Required<Pick<ServerOptions, "basePath" | "authenticate">> & {
    readonly openHost: (handler: Handler) => Promise<Host>;
  };
};

export async function openDashboard({ tasks, workloads = [], inside }: DashboardOptions): Promise<OpenedDashboard> {
  const schema = `test_${randomBytes(8).toString("hex")}`;
  const limits = { poolSize: 6, statementTimeoutMs: 30_000, connectTimeoutMs: 10_000 };
  const database = await openPostgres({ url: serviceUrl("postgres"), schema, logger: silentLogger, ...limits });
  await migrate(database);
  for (const { migrations } of workloads) if (migrations) await migrate(database, { migrations: await migrations() });
  const receiver = await openReceiver();
  const flags = {
    serverPort: 0,
    secretsKey: randomBytes(32).toString("base64"),
    webhookAllowHttp: true,
    webhookAllowedHosts: receiver.host,
  };
  const { config } = await loadConfig({ env: {}, flags, cwd: process.cwd() });
  const parts = { tasks, workloads, database, config: flags, webhooks: true, logger: silentLogger };
  const engine = await createEngine(parts);
  const served = { engine, config, logger: silentLogger, workloads, dashboardFolder: FOLDER };
  const server = await createServer({ ...served, ...inside });
  const host = await inside?.openHost(server.handler());
  const url = host === undefined ? (await server.listen()).url : host.url + (inside?.basePath ?? "");
  const browser = await openBrowser();
  const signInLink = async (person: Person = { name: "ann@example.org", roles: ["admin"] }): Promise<string> =>
    (await createSignInLink(database, { ...person, baseUrl: url })).url;
  const sessions = new Map<string, Session>();
  return {
    engine,
    url,
    hookUrl: `http://${receiver.host}/hook`,
    signInLink,
    async open(path, options) {
      const who = JSON.stringify(options?.person ?? null);
      const session = path === "/" ? undefined : sessions.get(who);
      const opened = await openContext(browser, { ...options, session });
      if (session === undefined) {
        await opened.page.goto(await signInLink(options?.person));
        await opened.page.locator("#main").waitFor();
      }
      if (path === "/") return opened;
      if (session === undefined) sessions.set(who, await opened.context.storageState());
      await opened.page.goto(url + path);
      return opened;
    },
    async openAnonymously(path, options) {
      const opened = await openContext(browser, options);
      await opened.page.goto(url + path);
      return opened;
    },
    async dispose() {
      await browser.close();
      await server.close();
      await host?.close();
      await engine.stop();
      await receiver.close();
      await database.query(sqlScript(`drop schema ${schema} cascade`));
      await database.close();
    },
  };
}

/** Timeout for what never happens. Pages on a busy machine may be slow. */
const TIMEOUT_MS = 120_000;

type Person = { readonly name: string; readonly roles: readonly string[]; readonly tenant?: string };

type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

type View = {
  readonly person?: Person;
  readonly width?: number;
  readonly height?: number;
  readonly colours?: "light" | "dark";
  readonly session?: Session | undefined;
};

/**
 * Script that lets pages poll every second instead of every 2 to 30 seconds, so that tests need not wait. A poll drops
 * the pending request of the previous one, so on a slow machine the next poll waits until no request is pending.
 */
const QUICK_PACE = `{
  const PACE_MS = 1_000;
  const { fetch, setInterval } = window;
  let unanswered = 0;
  window.fetch = (...question) => {
    unanswered += 1;
    return fetch(...question).finally(() => (unanswered -= 1));
  };
  window.setInterval = (run, ms, ...rest) => {
    if (ms <= PACE_MS) return setInterval(run, ms, ...rest);
    return setInterval(() => unanswered === 0 && run(...rest), PACE_MS);
  };
}`;

async function openContext(
  browser: Awaited<ReturnType<typeof openBrowser>>,
  { width = 1_280, height = 900, colours = "light", session }: View = {},
): Promise<OpenedPage> {
  const signedIn = session === undefined ? {} : { storageState: session };
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: colours, ...signedIn });
  await context.addInitScript(QUICK_PACE);
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const consoleLines: string[] = [];
  page.on("console", (message) => consoleLines.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => consoleLines.push(`error: ${error.message}`));
  return { page, consoleLines, context };
}

/** Root has no sandbox; the pages are our own. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}
