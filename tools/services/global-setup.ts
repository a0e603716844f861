/** Gives a Vitest run its PostgreSQL, Redis and RabbitMQ: started before the first test, ended after the last. */
import { SERVICE_NAMES, URL_VARIABLES } from "./supply/decide-supply.ts";
import { ServiceError } from "./service-error.ts";
import { startServices } from "./start-services.ts";
import type { StartedServices } from "./start-services.ts";

/**
 * Test processes inherit the addresses through the environment. Returns what ends the services; on Ctrl-C, where Vitest
 * calls nothing, they end with the process (`process/run-folder.ts`).
 */
export async function setup(): Promise<() => Promise<void>> {
  const services = await startServices(console.log).catch(refuseWithoutStack);
  for (const name of SERVICE_NAMES) process.env[URL_VARIABLES[name]] = services.urls[name];
  return () => services.dispose();
}

/** A missing server is not a fault in this code: the message is the way out, a stack would only hide it. */
function refuseWithoutStack(error: unknown): StartedServices {
  if (error instanceof ServiceError) error.stack = `${error.code}: ${error.message}`;
  throw error;
}
