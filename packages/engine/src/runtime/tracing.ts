/** Creates OpenTelemetry spans for the engine's work, and does nothing when no SDK is registered. */
import { createRequire } from "node:module";
import type * as Otel from "@opentelemetry/api";

/** As whom the spans are made. */
const TRACER = "@rota/engine";

/** Own types rather than those of the API: the declarations of the package must compile where it is not installed. */
type SpanAttributes = { readonly [name: string]: string | number | boolean | undefined };
type RemoteSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote: boolean;
};

export type SpanOptions = {
  /** Few different ones: a type, never an id. */
  readonly name: string;
  readonly kind: "internal" | "producer" | "consumer" | "client";
  /** The parent of the span, as a `traceparent` of W3C. Default: the span that is active where it is called. */
  readonly parent?: string | undefined;
  readonly attributes?: SpanAttributes;
};

export type LiveSpan = {
  /** The trace for rows and messages; undefined when nothing is recorded, and then no other process has to continue it. */
  readonly traceparent: string | undefined;
  /** Spans that `work` begins are parts of this one. */
  run<Result>(work: () => Result): Result;
  set(attributes: SpanAttributes): void;
  /** Further calls do nothing. */
  end(error?: unknown): void;
};

/** Undefined while no tracer is registered. */
export function startSpan(options: SpanOptions): LiveSpan | undefined {
  const otel = listeningOtel();
  return otel && start(otel, options);
}

/** The span ends with `work`; what it throws is noted. Without options, or without a tracer, it only calls `work`. */
export function inSpan<Result>(
  options: SpanOptions | undefined,
  work: (span: LiveSpan | undefined) => Promise<Result>,
): Promise<Result> {
  const span = options && startSpan(options);
  return span === undefined ? work(undefined) : span.run(() => endedWith(span, work));
}

/** Whether the caller is part of a trace that is recorded. */
export function isTraced(): boolean {
  const otel = listeningOtel();
  return otel?.trace.getActiveSpan()?.isRecording() === true;
}

export function isTracing(): boolean {
  return listeningOtel() !== undefined;
}

async function endedWith<Result>(
  span: LiveSpan,
  work: (span: LiveSpan | undefined) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work(span);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

function start(otel: OtelApi, { name, kind, parent, attributes }: SpanOptions): LiveSpan {
  const { context, trace, SpanKind } = otel;
  const kinds = {
    internal: SpanKind.INTERNAL,
    producer: SpanKind.PRODUCER,
    consumer: SpanKind.CONSUMER,
    client: SpanKind.CLIENT,
  };
  const around = within(otel, parent);
  const options = { kind: kinds[kind], ...(attributes === undefined ? {} : { attributes }) };
  const span = trace.getTracer(TRACER).startSpan(name, options, around);
  const inside = trace.setSpan(around, span);
  let hasEnded = false;
  return {
    traceparent: span.isRecording() ? writeTraceparent(span.spanContext()) : undefined,
    run: (work) => context.with(inside, work),
    set: (given) => void span.setAttributes(given),
    end(error) {
      if (hasEnded) return;
      hasEnded = true;
      if (error !== undefined) note(otel, span, error);
      span.end();
    },
  };
}

function within(otel: OtelApi, parent: string | undefined): Otel.Context {
  const active = otel.context.active();
  const spanContext = parent === undefined ? undefined : readTraceparent(parent);
  return spanContext === undefined ? active : otel.trace.setSpanContext(active, spanContext);
}

/** Records only the name of the error and its code: messages may contain data of the work. */
function note(otel: OtelApi, span: Otel.Span, error: unknown): void {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  const message = typeof code === "string" ? code : error instanceof Error ? error.name : "unknown";
  span.setStatus({ code: otel.SpanStatusCode.ERROR, message });
  span.setAttributes({ "error.type": message });
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export function readTraceparent(text: string): RemoteSpan | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

function writeTraceparent({ traceId, spanId, traceFlags }: Otel.SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, "0")}`;
}

type OtelApi = typeof Otel;

type Installed = { readonly api: OtelApi; readonly noTracer: Otel.TracerProvider };

/** Where all copies of the API, major version 1, keep what is registered with them: not there before anything is. */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/** Undefined while no tracer is registered: callers then do nothing at all. The API is not even loaded before that. */
function listeningOtel(): OtelApi | undefined {
  if (!(REGISTERED in globalThis)) return undefined;
  const found = (installed ??= load());
  if (found === "none") return undefined;
  const provider = found.api.trace.getTracerProvider();
  const hasNoTracer = provider instanceof found.api.ProxyTracerProvider && provider.getDelegate() === found.noTracer;
  return hasNoTracer ? undefined : found.api;
}

let installed: Installed | "none" | undefined;

/** At once rather than by `import()`: those who append and submit cannot wait for it. Copies of the API share their state. */
function load(): Installed | "none" {
  try {
    const api: unknown = createRequire(import.meta.url)("@opentelemetry/api");
    return isApi(api) ? { api, noTracer: new api.ProxyTracerProvider().getDelegate() } : "none";
  } catch {
    return "none"; // it is an optional peer
  }
}

function isApi(loaded: unknown): loaded is OtelApi {
  return typeof loaded === "object" && loaded !== null && "trace" in loaded && "ProxyTracerProvider" in loaded;
}
