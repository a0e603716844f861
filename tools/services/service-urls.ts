/** Where a test finds the services that the whole run shares. */
import { URL_VARIABLES } from "./supply/decide-supply.ts";
import type { ServiceName } from "./supply/decide-supply.ts";
import { refuseLeftOut } from "./left-out.ts";
import { ServiceError } from "./service-error.ts";

/** The address of a running server, login included. Share it kindly: own names, own schema, nothing flushed. */
export function serviceUrl(name: ServiceName): string {
  refuseLeftOut(name);
  const url = process.env[URL_VARIABLES[name]];
  if (url !== undefined && url !== "") return url;
  throw new ServiceError(
    "SERVICES_NOT_STARTED",
    `${URL_VARIABLES[name]} is not set: run the test by "npx vitest run <file>" from the repository, which starts ${name}`,
  );
}
