/** One computation from the call to its one answer, which may also be its end by signal, time or the pool. */
import { RotaError } from "../errors.ts";
import type { ComputeReply, SentTarget } from "./message/messages.ts";
import { unpackValue } from "./message/pack-value.ts";
import { errorOf } from "./message/thrown-record.ts";

export type ComputationOptions = {
  readonly target: SentTarget;
  readonly data: unknown;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Written as methods: the caller knows the type of the result, the pool does not. */
  readonly settle: { resolve(result: unknown): void; reject(error: unknown): void };
  /** Called once, when the answer is known. */
  readonly onEnd: (ended: Computation, isCompleted: boolean) => void;
};

export type Computation = {
  readonly target: SentTarget;
  readonly data: unknown;
  /** Its time starts to run; `stop` is called when it has to end before it answers. */
  begin(stop: () => void): void;
  answer(reply: ComputeReply): void;
  /** Ends it with a refusal. Does nothing when it has ended already. */
  fail(error: unknown): void;
};

export function createComputation(options: ComputationOptions): Computation {
  const { target, data, timeoutMs, signal, settle, onEnd } = options;
  let isEnded = false;
  let stop: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  const end = (isCompleted: boolean, tell: () => void): void => {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    onEnd(computation, isCompleted);
    tell();
  };
  const fail = (error: unknown): void => end(false, () => settle.reject(error));
  const interrupt = (error: RotaError): void => {
    const stopIt = stop;
    fail(error);
    stopIt?.();
  };
  const onAbort = (): void => interrupt(cancelled(target.name, signal?.reason));
  signal?.addEventListener("abort", onAbort, { once: true });

  const computation: Computation = {
    target,
    data,
    begin(stopIt) {
      stop = stopIt;
      timer = setTimeout(() => interrupt(timedOut(target.name, timeoutMs)), timeoutMs);
    },
    answer(reply) {
      stop = undefined;
      const { isCompleted, value } = readReply(reply);
      if (isCompleted) end(true, () => settle.resolve(value));
      else fail(value);
    },
    fail,
  };
  return computation;
}

function readReply(reply: ComputeReply): { isCompleted: boolean; value: unknown } {
  switch (reply.kind) {
    case "completed":
      return { isCompleted: true, value: unpackValue(reply.result) };
    case "threw":
      return { isCompleted: false, value: errorOf(reply.thrown) };
  }
}

export function cancelled(name: string, cause: unknown): RotaError {
  return new RotaError("COMPUTE_CANCELLED", `the computation ${name} was ended by its abort signal`, {}, { cause });
}

function timedOut(name: string, timeoutMs: number): RotaError {
  return new RotaError(
    "COMPUTE_TIMED_OUT",
    `the computation ${name} ran longer than ${String(timeoutMs)} ms (timeoutMs), so its process was ended: ` +
      `give it less at once, or raise the limit`,
    { timeoutMs },
  );
}
