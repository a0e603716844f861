// npm run rota: the command from its sources, with the workloads of this repository unless others are named.
import { CLONE_WORKLOADS } from "./clone-workloads.js";

process.env["ROTA_WORKLOADS"] ??= CLONE_WORKLOADS;
await import(new URL("../packages/cli/src/bin.ts", import.meta.url).href);
