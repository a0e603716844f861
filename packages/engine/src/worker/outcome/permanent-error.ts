/** An error that says of itself that another attempt cannot help. */

/**
 * Thrown by a handler, it ends the chunk at once: no retry, whatever the policy says.
 *
 * @example throw new PermanentError("election 42 was deleted", { code: "ELECTION_GONE" });
 */
export class PermanentError extends Error {
  override readonly name = "PermanentError";
  /** For programs; kept in the error record. */
  readonly code: string;

  constructor(message: string, options: { readonly code?: string; readonly cause?: unknown } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : {});
    this.code = options.code ?? "PERMANENT_ERROR";
  }
}
