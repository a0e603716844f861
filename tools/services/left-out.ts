/** Lists the services that a test run does without: `npm test -- --without rabbitmq,redis`. */
import type { ServiceName } from "./supply/decide-supply.ts";
import { ServiceError } from "./service-error.ts";

/** Set by tools/test.js, which has checked the names. */
export const WITHOUT_VARIABLE = "ROTA_TEST_WITHOUT";

export function isLeftOut(name: ServiceName): boolean {
  return (process.env[WITHOUT_VARIABLE] ?? "").split(",").includes(name);
}

/** Marks the calling test as skipped (tools/testing/left-out-runner.ts). */
export function refuseLeftOut(name: ServiceName): void {
  if (isLeftOut(name)) throw new ServiceError("SERVICE_LEFT_OUT", `needs ${name}, left out by --without`);
}
