/** Gets the function that is to be computed: from its module, or from its source. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { constants, runInThisContext } from "node:vm";
import { RotaError } from "../../errors.ts";
import type { SentTarget } from "../message/messages.ts";
import { typescriptLoader } from "../process/typescript-loader.ts";

export type LoadedFunction = (data: unknown) => Promise<unknown>;

type Callable = (data: unknown) => unknown;

export async function loadTarget(target: SentTarget): Promise<LoadedFunction> {
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
