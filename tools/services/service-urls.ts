/** Returns the addresses of the services that the whole run shares. */
import { URL_VARIABLES } from "./supply/decide-supply.ts";
import type { ServiceName } from "./supply/decide-supply.ts";
import { refuseLeftOut } from "./left-out.ts";
import { ServiceError } from "./service-error.ts";

/**
 * Returns the address of a running server, login included. Tests share it: use own names and an own schema, and flush
 * nothing.
 */
export function serviceUrl(name: ServiceName): string {
  refuseLeftOut(name);
  const url = process.env[URL_VARIABLES[name]];
  if (url !== undefined && url !== "") return url;
  throw new ServiceError(
    "SERVICES_NOT_STARTED",
    `${URL_VARIABLES[name]} is not set: run the test by "npx vitest run <file>" from the repository, which starts ${name}`,
  );
}
