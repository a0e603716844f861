/** Says why a computing process ended before it answered. Pure. */
import { RotaError } from "../../errors.ts";
import { MEMORY_WORDS } from "../message/messages.ts";

export type ProcessEnd = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started, if so. */
  readonly cause?: Error;
};

export type ExplainedEnd = ProcessEnd & { readonly output: string; readonly memoryMbMax: number };

export function explainEnd({ code, signal, cause, output, memoryMbMax }: ExplainedEnd): RotaError {
  if (cause !== undefined) {
    const message = `a process for computations could not be started: ${cause.message}`;
    return new RotaError("COMPUTE_FAILED", message, {}, { cause });
  }
  if (isOutOfMemory({ code, output })) {
    return new RotaError(
      "OUT_OF_MEMORY",
      `the computation needed more than ${String(memoryMbMax)} MB (memoryMbMax), so its process was ended: ` +
        `give it less at once, or raise the limit`,
      { memoryMbMax },
    );
  }
  if (code !== null) {
    const message = `the computation ended its process with exit code ${String(code)}: return or throw instead of process.exit`;
    return new RotaError("COMPUTE_FAILED", message, { exitCode: code });
  }
  return new RotaError(
    "COMPUTE_FAILED",
    `the process of the computation was ended by ${signal ?? "something unknown"}; what it wrote last is in the log at level debug`,
    { signal },
  );
}

/** V8 says so in words and aborts, which some systems show as a code above 128. */
function isOutOfMemory({ code, output }: { code: number | null; output: string }): boolean {
  if (output.includes(MEMORY_WORDS)) return true;
  return /heap out of memory|Allocation failed/.test(output) && (code === null || code > 128);
}
