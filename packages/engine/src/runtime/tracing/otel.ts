/** Finds the API of OpenTelemetry, if it is installed and somebody registered an SDK with it. */
import { createRequire } from "node:module";
import type * as Otel from "@opentelemetry/api";

export type OtelApi = typeof Otel;

type Installed = { readonly api: OtelApi; readonly nobody: Otel.TracerProvider };

/** Where all copies of the API, major version 1, keep what is registered with them: not there before anything is. */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/** Undefined while nobody listens: callers then do nothing at all. The API is not even loaded before anybody registers anything. */
export function listeningOtel(): OtelApi | undefined {
  if (!(REGISTERED in globalThis)) return undefined;
  const found = (installed ??= load());
  if (found === "none") return undefined;
  const provider = found.api.trace.getTracerProvider();
  const isNobody = provider instanceof found.api.ProxyTracerProvider && provider.getDelegate() === found.nobody;
  return isNobody ? undefined : found.api;
}

let installed: Installed | "none" | undefined;

/** At once rather than by `import()`: those who append and submit cannot wait for it. Copies of the API share their state. */
function load(): Installed | "none" {
  try {
    const api: unknown = createRequire(import.meta.url)("@opentelemetry/api");
    return isApi(api) ? { api, nobody: new api.ProxyTracerProvider().getDelegate() } : "none";
  } catch {
    return "none"; // it is an optional peer
  }
}

function isApi(loaded: unknown): loaded is OtelApi {
  return typeof loaded === "object" && loaded !== null && "trace" in loaded && "ProxyTracerProvider" in loaded;
}
