/** Defines the error codes of the library. The kind decides the HTTP status and the exit code of commands. */
import { defineErrors } from "@rota/engine/errors";

export const LIBRARY_ERRORS = /** @type {const} */ ({ BOOKS_INVALID: "invalid" });

export class LibraryError extends defineErrors(LIBRARY_ERRORS) {}
