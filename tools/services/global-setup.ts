/** Gives a Vitest run what its tests start from: compiled sources, the dashboard, a browser, programs that check ours, and PostgreSQL, Redis and RabbitMQ until it ends. */
import type { TestProject } from "vitest/node";
import { compileSources } from "../compiled/compile-sources.ts";
import { ensureDashboard } from "../ensure-dashboard.js";
import { ensureBookPrograms } from "./book-programs.ts";
import { CHROMIUM_VARIABLE, resolveChromium } from "./chromium.ts";
import { ensurePromtool } from "./promtool.ts";
import { SERVICE_NAMES, URL_VARIABLES } from "./supply/decide-supply.ts";
import { ServiceError } from "./service-error.ts";
import { startServices } from "./start-services.ts";
import type { StartedServices } from "./start-services.ts";

/**
 * Test processes inherit the addresses through the environment. Returns what ends the services; on Ctrl-C, where Vitest
 * calls nothing, they end with the process (`process/run-folder.ts`).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureDashboard(); // holds everything up while it builds, so nothing may be waiting for an answer yet
  const starting = startServices(console.log).catch(refuseWithoutStack);
  project.onTestsRerun(compileSources);
  const [services] = await Promise.all([starting, compileSources()]);
  for (const name of SERVICE_NAMES) process.env[URL_VARIABLES[name]] = services.urls[name];
  const chromium = await resolveChromium(console.log);
  if (chromium !== undefined) process.env[CHROMIUM_VARIABLE] = chromium;
  await ensurePromtool(console.log);
  await ensureBookPrograms(console.log);
  return () => services.dispose();
}

/** A missing server is not a fault in this code: the message is the way out, a stack would only hide it. */
function refuseWithoutStack(error: unknown): StartedServices {
  if (error instanceof ServiceError) error.stack = `${error.code}: ${error.message}`;
  throw error;
}
