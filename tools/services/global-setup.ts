/**
 * Prepares a Vitest run: compiled sources, the dashboard, programs that check ours, and PostgreSQL, Redis and RabbitMQ
 * until the run ends.
 */
import type { TestProject } from "vitest/node";
import { compileSources } from "../compiled/compile-sources.ts";
import { ensureDashboard } from "../ensure-dashboard.js";
import { setUpStep } from "../testing/live-line.js";
import { ensureBookPrograms } from "./book-programs.ts";
import { CHROMIUM_VARIABLE, resolveChromium } from "./chromium.ts";
import { ensurePromtool } from "./promtool.ts";
import { SERVICE_NAMES, URL_VARIABLES } from "./supply/decide-supply.ts";
import { ServiceError } from "./service-error.ts";
import { startServices } from "./start-services.ts";
import type { StartedServices } from "./start-services.ts";

/**
 * Passes the addresses to the test processes through the environment. Returns a function that stops the services. On
 * Ctrl-C, when Vitest calls nothing, they end with the process (`process/run-folder.ts`).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isFastTier = process.env["ROTA_TEST_TIER"] === "test";
  if (!isFastTier) ensureDashboard(); // holds everything up while it builds, so nothing may be waiting for an answer yet
  project.onTestsRerun(compileSources);
  const services = await setUpStep("start PostgreSQL, RabbitMQ and Redis, compile the sources", async (report) => {
    const starting = startServices(report).catch(refuseWithoutStack);
    const [started] = await Promise.all([starting, compileSources()]);
    return started;
  });
  for (const name of SERVICE_NAMES) process.env[URL_VARIABLES[name]] = services.urls[name];
  if (!isFastTier) await findPrograms();
  return () => services.dispose();
}

/**
 * Only the gate installs these programs. The fast tier uses those of the machine, and lists the tests that it leaves
 * out.
 */
async function findPrograms(): Promise<void> {
  await setUpStep("find Chromium, promtool and programs that keep books", async (report) => {
    const chromium = await resolveChromium(report);
    if (chromium !== undefined) process.env[CHROMIUM_VARIABLE] = chromium;
    await ensurePromtool(report);
    await ensureBookPrograms(report);
  });
}

/**
 * Prints only the message, which explains the remedy: a missing server is not a fault of this code, and a stack would
 * hide the message.
 */
function refuseWithoutStack(error: unknown): StartedServices {
  if (error instanceof ServiceError) error.stack = `${error.code}: ${error.message}`;
  throw error;
}
