/** Catches refusals in tests, so that all of their parts can be checked. */
import { isRotaError, type RotaError } from "@rota/engine/errors";

/** Returns the refusal. Fails if there is none, and rethrows any other error. */
export function refusalOf(run: () => unknown): RotaError {
  const refusal = refusalIfAny(run);
  if (refusal === undefined) throw new Error("nothing was refused");
  return refusal;
}

export function refusalIfAny(run: () => unknown): RotaError | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (isRotaError(error)) return error;
    throw error;
  }
}
