/** Catches refusals in tests, so that all of their parts can be looked at. */
import { isRotaError, type RotaError } from "@rota/engine/errors";

/** Fails when nothing is refused; what is no refusal of ours is thrown on. */
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
