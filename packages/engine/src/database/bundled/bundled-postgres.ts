/** The parts of the bundled PostgreSQL that tools may use on their own: "@rota/engine/bundled-postgres". */
export { findBinaries, majorOf } from "./binaries/find-binaries.ts";
export type { NoBinaries, PostgresBinaries } from "./binaries/find-binaries.ts";
export { createStandaloneServer } from "./standalone-server.ts";
export type { StandaloneOptions, StandaloneServer } from "./standalone-server.ts";
