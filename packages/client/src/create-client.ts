/** Makes a client of one server: every path of its OpenAPI document, typed, and its live events. */
import createFetchClient, { type Client } from "openapi-fetch";
import type { paths } from "./api-types.generated.ts";
import { readProblem } from "./problem.ts";
import { watchEvents, type LiveEvent, type WatchOptions } from "./watch-events.ts";

export type ClientOptions = {
  /** Where the server is, such as `http://127.0.0.1:7400`. In a page that the server handed out: its origin. */
  readonly baseUrl: string;
  /** An API key. A page needs none: its cookie says who asks. */
  readonly key?: string;
  /** Sends the requests. Default: the platform's. */
  readonly fetch?: (request: Request) => Promise<Response>;
};

/** Calls reject with a RotaProblem unless they are answered with 2xx. */
export type RotaClient = Client<paths> & {
  /** What happens, as it happens; goes on after the last event that it saw when the connection is lost. */
  watch(options: WatchOptions): AsyncGenerator<LiveEvent, void, void>;
};

/**
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:7682", key });
 * const task = await answerOf(client.GET("/v1/tasks/{taskId}", { params: { path: { taskId: "17" } } }));
 */
export function createClient(options: ClientOptions): RotaClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const headers = options.key === undefined ? {} : { authorization: `Bearer ${options.key}` };
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const client = createFetchClient<paths>({ baseUrl, headers, fetch: send });
  client.use({
    onResponse: async ({ response }) => {
      if (!response.ok) throw await readProblem(response);
    },
  });
  return { ...client, watch: (wish) => watchEvents({ baseUrl, headers, send }, wish) };
}

/** The body of an answer. Rejects as the call does. */
export async function answerOf<Body>(call: Promise<{ data?: Body }>): Promise<Exclude<Body, undefined>> {
  const { data } = await call;
  if (isThere(data)) return data;
  throw new TypeError("this answer has no body");
}

function isThere<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}
