/** Refuses rules that want another build of the compiler than there is. Pure. */
import { RotaError } from "@rota/engine/errors";

type Build = {
  readonly name: string;
  readonly numbers: readonly number[];
  /** Of a version that is still to come, such as `rota-2.0.0-beta.1`. */
  readonly isEarly: boolean;
};

/**
 * Builds are named such as `rota-1.2.0`: those of one name are compared by their numbers.
 *
 * @throws VALIDATION_ERROR, with the reason COMPILER_BUILD_UNAVAILABLE.
 */
export function requireBuild(build: string, wanted: string | null | undefined): void {
  if (wanted === null || wanted === undefined || build === wanted) return;
  const [own, least] = [readBuild(build), readBuild(wanted)];
  const details = { reason: "COMPILER_BUILD_UNAVAILABLE", compiler_build_id: build, compiler_min_build: wanted };
  if (own === undefined || least === undefined || own.name !== least.name) {
    const message = `compiler_min_build (${wanted}) cannot be compared with the build of this compiler, ${build}: write it in that form, or leave it out`;
    throw new RotaError("VALIDATION_ERROR", message, details);
  }
  if (isAtLeast(own, least)) return;
  const message = `the rules want the build ${wanted} of the compiler or a newer one, and this is ${build}: upgrade it, or use other rules`;
  throw new RotaError("VALIDATION_ERROR", message, details);
}

const BUILD = /^(?:([a-z][a-z0-9]*)-)?(\d{1,9}(?:\.\d{1,9}){0,3})(-[0-9A-Za-z.-]+)?$/i;

function readBuild(text: string): Build | undefined {
  const [, name = "", numbers, early] = BUILD.exec(text) ?? [];
  if (numbers === undefined) return undefined;
  return { name, numbers: numbers.split(".").map(Number), isEarly: early !== undefined };
}

function isAtLeast(own: Build, least: Build): boolean {
  for (let place = 0; place < Math.max(own.numbers.length, least.numbers.length); place++) {
    const difference = (own.numbers[place] ?? 0) - (least.numbers[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return !own.isEarly; // two early ones of the same numbers are not the same build
}
