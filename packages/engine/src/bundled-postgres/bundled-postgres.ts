/** Exports the bundled PostgreSQL: "@rota/bundled-postgres". */

export { findBinaries, majorOf } from "./binaries.ts";
export type { NoBinaries, PostgresBinaries } from "./binaries.ts";
export { createStandaloneServer } from "./standalone-server.ts";
export type { StandaloneOptions, StandaloneServer } from "./standalone-server.ts";
