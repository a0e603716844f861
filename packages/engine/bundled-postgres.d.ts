/** Stands for @rota/bundled-postgres while the engine is built, which is before it; tsconfig.build.json names this file. */
import type { OpenDatabase } from "./src/engine/open-database.js";

export declare const openBundledDatabase: OpenDatabase;
