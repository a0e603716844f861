/** Starts the test services for a developer, prints their addresses and keeps them until Ctrl-C. */
import { SERVICE_NAMES, URL_VARIABLES } from "./supply/decide-supply.ts";
import { ServiceError } from "./service-error.ts";
import { startServices } from "./start-services.ts";

try {
  const services = await startServices(console.error);
  for (const name of SERVICE_NAMES) console.log(`export ${URL_VARIABLES[name]}='${services.urls[name]}'`);
  console.error("Ctrl-C stops them.");
  await untilAskedToStop();
  await services.dispose();
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}

function untilAskedToStop(): Promise<void> {
  const DAY_MS = 24 * 60 * 60 * 1000;
  return new Promise((resolve) => {
    // The servers are detached, so only a timer keeps this process alive.
    const stayAlive = setInterval(() => undefined, DAY_MS);
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        clearInterval(stayAlive);
        resolve();
      });
    }
  });
}
