/** Every operation that the server offers by itself. */
import type { Operation } from "@rota/engine";
import { allRoutes } from "./routes/all-routes.ts";
import { healthRoutes } from "./routes/health.ts";

export const routes: readonly Operation[] = [...healthRoutes, ...allRoutes];
