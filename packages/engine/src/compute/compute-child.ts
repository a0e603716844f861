/** Runs computations in a child process, one after the other, and exits with the process that started it. */
import { existsSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { constants, runInThisContext } from "node:vm";
import { RotaError } from "../errors.ts";
import {
  type ChildSettings,
  type ComputeAnswer,
  type ComputeRequest,
  packValue,
  recordThrown,
  type SentTarget,
  unpackValue,
} from "./compute-messages.ts";
import { collectGarbage, guardProcess } from "./guard-process.ts";
import { typescriptLoader } from "./node-arguments.ts";

const settings = readSettings();
const startRss = process.memoryUsage.rss();
/** A process that holds more than this between computations is not used again. */
const heldBytesMax = (settings.memoryMbMax / 2) * 2 ** 20;
/** A process that keeps more free memory than this from the system is not used again: the next computation would have little left. */
const restingBytesMax = startRss + 1.5 * heldBytesMax;
/** A process that grew beyond this measures what it holds. */
let measureBytes = startRss + heldBytesMax;
let currentId: number | undefined;
openOutput();

guardProcess({ memoryMbMax: settings.memoryMbMax, startRss });
// Also failures that no code awaited: a rejected promise, an error in a timer.
process.on("uncaughtException", (thrown) => send({ kind: "threw", thrown: recordThrown(thrown) }, false));
process.on("message", (request: ComputeRequest) => void compute(request));

async function compute(request: ComputeRequest): Promise<void> {
  currentId = request.id;
  const { answer, leftovers } = await answerTo(request);
  await nextTurn(); // errors that no code awaited are known by now, and fail the computation that they belong to
  send(answer, leftovers.isClean() && isResting());
}

async function answerTo({ target, data }: ComputeRequest) {
  let leftovers = watchLeftovers();
  try {
    const run = await loadTarget(target);
    leftovers = watchLeftovers(); // a module may keep something open for all its functions
    const result = await run(unpackValue(data));
    const bytes = packValue(result, { what: "result", bytesMax: settings.messageBytesMax });
    return { answer: { kind: "completed", result: bytes } as const, leftovers };
  } catch (thrown) {
    return { answer: { kind: "threw", thrown: recordThrown(thrown) } as const, leftovers };
  }
}

/** Garbage is no reason to start another process, which costs more than throwing it away; nor is room that V8 keeps for later. */
function isResting(): boolean {
  if (process.memoryUsage.rss() <= measureBytes) return true;
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  measureBytes = Math.min(restingBytesMax, Math.max(measureBytes, rss + heldBytesMax / 4)); // not again after each computation
  return heapUsed + external <= heldBytesMax && rss <= restingBytesMax;
}

/** Only the first answer counts; a second one, of a late error, is ignored. */
function send(answer: ComputeAnswer, isReusable: boolean): void {
  if (currentId === undefined) return process.exit(1); // an error before the first computation
  process.send?.({ ...answer, id: currentId, isReusable });
}

/** Opened at their first use otherwise, which would look like a handle that a computation left open. */
function openOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

function readSettings(): ChildSettings {
  const [memoryMbMax, messageBytesMax] = process.argv.slice(2).map(Number);
  return { memoryMbMax: memoryMbMax ?? 0, messageBytesMax: messageBytesMax ?? 0 };
}

export type LoadedFunction = (data: unknown) => Promise<unknown>;

type Callable = (data: unknown) => unknown;

/** Loads the function that is to be computed, from its module or from its source. */
async function loadTarget(target: SentTarget): Promise<LoadedFunction> {
  switch (target.kind) {
    case "module":
      return fromModule(target.url, target.name);
    case "source":
      return fromSource(target.source, target.name);
  }
}

async function fromModule(url: string, name: string): Promise<LoadedFunction> {
  const exported: unknown = Reflect.get(await importModule(builtUrl(url)), name);
  if (isCallable(exported)) return async (data) => exported(data);
  throw refusal(`the module ${url} exports no function "${name}": look the name up, and export it`, { url, name });
}

async function importModule(url: string): Promise<object> {
  const loader = typescriptLoader(url);
  if (loader !== undefined) await import(loader);
  try {
    const module: unknown = await import(url);
    return typeof module === "object" && module !== null ? module : {};
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw refusal(`the module ${url} of a computation cannot be imported: ${why}`, { url }, cause);
  }
}

/** A build leaves `new URL("./tally.ts", import.meta.url)` as it is and puts tally.js there. */
function builtUrl(url: string): string {
  const built = url.replace(/\.([cm]?)ts$/, ".$1js");
  return url.startsWith("file:") && !isThere(url) && isThere(built) ? built : url;
}

function isThere(url: string): boolean {
  return existsSync(fileURLToPath(url));
}

function fromSource(source: string, name: string): LoadedFunction {
  const fn = evaluate(source, name);
  return async (data) => {
    try {
      return await fn(data);
    } catch (error) {
      if (error instanceof ReferenceError) error.message += NOT_SENT;
      throw error;
    }
  };
}

const NOT_SENT =
  ": a function that is given directly is sent as its source and sees nothing of the file around it; " +
  "pass what it needs as data, or export it and give { module, name }";

function evaluate(source: string, name: string): Callable {
  try {
    const fn: unknown = runInThisContext(source, {
      filename: `computation-${name}`,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    if (isCallable(fn)) return fn;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw refusal(
    `the source of "${name}" is no function by itself, as with methods and getters: ` +
      `give an arrow function, or export it and give { module, name }`,
    { name },
  );
}

function isCallable(value: unknown): value is Callable {
  return typeof value === "function";
}

function refusal(message: string, details: Record<string, string>, cause?: unknown): RotaError {
  return new RotaError("COMPUTE_TARGET_INVALID", message, details, { cause });
}

/**
 * Remembers which resources a process has open and reports later whether there are more: timers, sockets, files,
 * pending requests.
 */
function watchLeftovers(): { isClean(): boolean } {
  const before = countByKind();
  return { isClean: () => [...countByKind()].every(([kind, count]) => count <= (before.get(kind) ?? 0)) };
}

/** By kind, because one that was about to end anyway must not hide another that is new. */
function countByKind(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
