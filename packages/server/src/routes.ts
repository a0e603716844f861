/** Every operation that the server offers by itself. */
import type { Operation } from "@rota/engine";
import { healthRoutes } from "./routes/health.ts";

export const routes: readonly Operation[] = [...healthRoutes];
