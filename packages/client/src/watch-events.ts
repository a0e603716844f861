/** Reads live events, and resumes after the last received event when the connection is lost. */
import { EventSourceParserStream, type EventSourceMessage } from "eventsource-parser/stream";
import { readProblem, RotaProblem } from "./problem.ts";

export type Topic = "tasks" | "lanes" | "dispatches" | "workers";

export type LiveEvent = {
  /** Id to resume from: pass it as `after`. */
  readonly id: string;
  /** `task`, `lane`, `dispatch`, `worker`, or a message of the server about the feed itself. */
  readonly name: string;
  readonly body: unknown;
};

export type WatchOptions = {
  readonly topics: readonly Topic[];
  /** Id of the last received event. Default: only new events. */
  readonly after?: string;
  /** Stops the feed without an error. */
  readonly signal?: AbortSignal;
  /** Called when the connection is open and when it is lost. */
  readonly onConnection?: (state: "open" | "lost") => void;
};

type Sender = {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly send: (request: Request) => Promise<Response>;
};

const FIRST_WAIT_MS = 500;
const WAIT_MS_MAX = 15_000;

export async function* watchEvents(sender: Sender, options: WatchOptions): AsyncGenerator<LiveEvent, void, void> {
  const { signal, onConnection } = options;
  let after = options.after;
  let waitMs = FIRST_WAIT_MS;
  while (signal?.aborted !== true) {
    try {
      for await (const message of readFeed(sender, options, after)) {
        if (message === "open") {
          onConnection?.("open");
          continue;
        }
        waitMs = FIRST_WAIT_MS;
        after = message.id ?? after;
        yield { id: after ?? "", name: message.event ?? "message", body: readBody(message.data) };
      }
    } catch (error) {
      if (isRefusal(error)) throw error;
    }
    if (isOver(signal)) return;
    onConnection?.("lost");
    await waitFor(waitMs, signal);
    waitMs = Math.min(waitMs * 2, WAIT_MS_MAX);
  }
}

/** Yields `open`, then messages until the server or the connection ends. */
async function* readFeed(
  { baseUrl, headers, send }: Sender,
  { topics, signal }: WatchOptions,
  after: string | undefined,
): AsyncGenerator<EventSourceMessage | "open", void, void> {
  const url = `${baseUrl}/v1/events?topics=${topics.join(",")}`;
  const resume = after === undefined ? {} : { "last-event-id": after };
  const request = new Request(url, {
    headers: { ...headers, ...resume, accept: "text/event-stream" },
    ...(signal === undefined ? {} : { signal }),
  });
  const response = await send(request);
  if (!response.ok) throw await readProblem(response);
  if (response.body === null) return;
  yield "open";
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // the connection is already closed
  }
}

/** Returns true for errors that a retry cannot fix; a busy or stopping server is asked again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof RotaProblem && error.status < 500 && error.status !== 429;
}

/** A function, because the compiler assumes that the condition of the loop has not changed. */
function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function readBody(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return body;
  } catch {
    return text;
  }
}

export function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
