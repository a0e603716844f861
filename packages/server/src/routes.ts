/** Every operation that the server offers by itself. */
import type { Config, Operation } from "@rota/engine";
import { allRoutes } from "./routes/all-routes.ts";
import { healthRoutes } from "./routes/health.ts";

export function routes(config: Config): Operation[] {
  return [...healthRoutes(config), ...allRoutes];
}
