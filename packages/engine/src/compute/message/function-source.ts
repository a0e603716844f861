/** Turns a function that needs nothing but its arguments into text that gives the function again elsewhere. Pure. */
import { RotaError } from "../../errors.ts";

export function functionSource(fn: { readonly name: string; toString(): string }): string {
  const source = Function.prototype.toString.call(fn);
  if (/\{\s*\[native code\]\s*\}$/.test(source)) throw refusal(fn.name, "is built in or bound, so it has no source");
  return `"use strict"; (() => { ${TRANSPILER_NAMES} return (${source}\n); })()`;
}

/** esbuild, and so tsx, wraps the functions inside a function in a call of its own, which stays behind. */
const TRANSPILER_NAMES = "const __name = (target) => target;";

function refusal(name: string, why: string): RotaError {
  return new RotaError(
    "COMPUTE_TARGET_INVALID",
    `the function "${name}" ${why}: wrap it in a function of your own, or export it and give { module, name }`,
    { name },
  );
}
