/** Names what is computed: an exported function of a module, or a function that needs nothing but its argument. */
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { RotaError } from "../errors.ts";
import { functionSource, type SentTarget } from "./compute-messages.ts";

/** An exported function of a module that the computing process imports. */
export type ComputeTarget<Data, Result> = {
  /** `new URL("./tally.ts", import.meta.url)`, or the same as text, or an absolute path. */
  readonly module: URL | string;
  readonly name: string;
  /** Carries the types and is never set. */
  readonly signature?: ComputeFunction<Data, Result>;
};

/** Function that runs in a computing process. */
export type ComputeFunction<Data, Result> = (data: Data) => Result | Promise<Result>;

/**
 * Describes the exported functions of a module, so that they run in a computing process.
 *
 * @example
 * import type * as orders from "./orders.ts";
 * const inOrders = computeIn<typeof orders>(new URL("./orders.ts", import.meta.url));
 * const sum = await pool.run(inOrders("sumPrices"), prices);
 */
export function computeIn<Module extends object>(module: URL | string) {
  return <Name extends FunctionNames<Module>>(name: Name): TargetOf<Module[Name]> => ({ module, name });
}

type FunctionNames<Module> = {
  [Name in keyof Module]: Module[Name] extends (data: never) => unknown ? Name : never;
}[keyof Module] &
  string;

type TargetOf<Exported> = ComputeTarget<DataOf<Exported>, ResultOf<Exported>>;
type DataOf<Exported> = Exported extends (data: infer Data) => unknown ? Data : never;
type ResultOf<Exported> = Exported extends (data: never) => infer Result ? Awaited<Result> : never;

/** The form in which a target goes to another process. Throws when nothing there could run it. */
export function sentTarget<Data, Result>(
  target: ComputeFunction<Data, Result> | ComputeTarget<Data, Result>,
): SentTarget {
  if (typeof target === "function") {
    return { kind: "source", source: functionSource(target), name: target.name || "without a name" };
  }
  return { kind: "module", url: moduleUrl(target), name: target.name };
}

function moduleUrl({ module }: ComputeTarget<never, unknown>): string {
  if (module instanceof URL) return module.href;
  if (isAbsolute(module)) return pathToFileURL(module).href;
  if (URL.canParse(module)) return module;
  throw new RotaError(
    "COMPUTE_TARGET_INVALID",
    `the module "${module}" of a computation is neither a URL nor an absolute path: ` +
      `write new URL("${module}", import.meta.url), or import.meta.resolve("${module}") for a package`,
    { module },
  );
}
