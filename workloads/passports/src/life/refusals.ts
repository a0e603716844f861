/** What is refused alike in many places of the life of passports. Pure. */
import { RotaError } from "@rota/engine";

/** Also said of what belongs to another tenant. */
export function notFound(what: string, id: string): RotaError {
  return new RotaError("NOT_FOUND", `there is no ${what} ${id}: list them`, { id });
}

export function wrongState(message: string, status: string): RotaError {
  return new RotaError("INVALID_STATE", message, { status });
}
