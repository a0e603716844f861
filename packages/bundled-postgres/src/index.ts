/** The bundled PostgreSQL: the database of an engine without a URL, and a server for tests. */

export { findBinaries, majorOf } from "./binaries.ts";
export type { NoBinaries, PostgresBinaries } from "./binaries.ts";
export { openBundledDatabase } from "./open-bundled-database.ts";
export type { BundledDatabaseOptions } from "./open-bundled-database.ts";
export { createStandaloneServer } from "./standalone-server.ts";
export type { StandaloneOptions, StandaloneServer } from "./standalone-server.ts";
