/** Sends one attempt past the guard and says how it ended. */
import { isRotaError } from "../../errors.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Guard } from "../guard/guard.ts";
import { classifyError, OutOfTime } from "./classify-error.ts";
import type { SendOutcome } from "./outcome.ts";
import { createAgents, postRequest, type Agents, type Answer } from "./post-request.ts";
import { readRetryAfter } from "./retry-after.ts";

export type SendRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** For all of it: names, connection, answer. */
  readonly timeoutMs: number;
  /** When it aborts, `send` rejects with its reason: nothing is known about the attempt then. */
  readonly signal?: AbortSignal | undefined;
};

export type SendResult = {
  readonly outcome: SendOutcome;
  readonly durationMs: number;
  /** The beginning of the answer. */
  readonly answerBody: Uint8Array | undefined;
};

export type Sender = {
  send(request: SendRequest): Promise<SendResult>;
  /** Ends kept connections. */
  close(): void;
};

export function createSender({ guard, clock }: { readonly guard: Guard; readonly clock: Clock }): Sender {
  const agents = createAgents();
  return {
    async send(request) {
      const startedMs = clock.monotonicMs();
      const { answer, outcome } = await attempt({ guard, agents, clock }, request);
      return { outcome, durationMs: Math.round(clock.monotonicMs() - startedMs), answerBody: answer?.body };
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

type Parts = { readonly guard: Guard; readonly agents: Agents; readonly clock: Clock };
type Ended = { readonly answer?: Answer; readonly outcome: SendOutcome };

async function attempt({ guard, agents, clock }: Parts, request: SendRequest): Promise<Ended> {
  const { url, headers, body, timeoutMs, signal } = request;
  const end = new AbortController();
  const stop = (): void => end.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(() => end.abort(new OutOfTime(`no answer within ${String(timeoutMs)} ms`)), timeoutMs);
  try {
    const admitted = await Promise.race([guard.admit(url), aborted(end.signal)]);
    const answer = await postRequest(agents, { ...admitted, headers, body, signal: end.signal });
    const retryAfterMs = readRetryAfter(answer.retryAfter, clock.now());
    return { answer, outcome: { kind: "answered", status: answer.status, retryAfterMs } };
  } catch (error) {
    signal?.throwIfAborted();
    if (isRotaError(error, "WEBHOOK_URL_REFUSED")) return { outcome: { kind: "blocked", error: error.message } };
    const cause: unknown = end.signal.aborted ? end.signal.reason : error; // Node wraps the reason of an abort
    return { outcome: { kind: "unanswered", ...classifyError(cause) } };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

async function aborted(signal: AbortSignal): Promise<never> {
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  throw new Error("it was ended", { cause: signal.reason });
}
