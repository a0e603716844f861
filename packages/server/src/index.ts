/** The public API of the server. */
export { checkWorkloads, createServer } from "./create-server.ts";
export type { Server, ServerOptions } from "./create-server.ts";
export type { HostAuthenticate } from "./access/authenticate.ts";
export type { Handler } from "./http/mount.ts";
