/** The public API of the engine. */
export { ERROR_KINDS, isRotaError, RotaError } from "./errors.ts";
export type { ErrorCode, ErrorDetails, ErrorKind } from "./errors.ts";
