/** Sends requests as a patient client does: a request without an answer, or with a server error, is sent again. */
import { systemClock } from "@rota/engine/internal";

const WAIT_MS_MAX = 240_000;
const ANSWER_MS_MAX = 10_000;
const AGAIN_MS = 100;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = 500;
/** The server is still processing the first try. */
const IN_PROGRESS = "IDEMPOTENCY_IN_PROGRESS";

/** Rejects when there was no answer in time. */
export async function patientFetch(request: Request): Promise<Response> {
  const deadlineMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    let last: string;
    try {
      const answer = await fetch(request.clone(), { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
      if (answer.ok) return answer;
      last = `${String(answer.status)} ${await answer.clone().text()}`;
      const isLater =
        answer.status >= SERVER_ERRORS || answer.status === TOO_MANY_REQUESTS || last.includes(IN_PROGRESS);
      if (!isLater) return answer;
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    if (performance.now() > deadlineMs)
      throw new Error(`${request.method} ${request.url} had no answer but ${last.slice(0, 500)}`);
    await systemClock.wait(AGAIN_MS);
  }
}
