/** Creates a client of one server: every path of its OpenAPI document, typed, and its live events. */
import createFetchClient, { type Client } from "openapi-fetch";
import type { paths } from "./api-types.generated.ts";
import { readProblem } from "./problem.ts";
import { createTasks, type Tasks } from "./run-task.ts";
import { watchEvents, type LiveEvent, type WatchOptions } from "./watch-events.ts";

export type ClientOptions = {
  /** URL of the server, such as `http://127.0.0.1:7400`. In a page of the server: `document.baseURI`. */
  readonly baseUrl: string;
  /** API key. A page needs none, because its cookie authenticates it. */
  readonly key?: string;
  /** Sends the requests. Default: the platform's. */
  readonly fetch?: (request: Request) => Promise<Response>;
};

/**
 * Typed client of the API. Calls reject with a RotaProblem unless the status is 2xx. `Paths` are those of the engine, or
 * types generated from the OpenAPI document of a server with workloads.
 */
export type RotaClient<Paths extends object = paths> = Client<Paths> & {
  /** Submits tasks and waits for their results. */
  readonly tasks: Tasks;
  /** Yields live events; resumes after the last received event when the connection was lost. */
  watch(options: WatchOptions): AsyncGenerator<LiveEvent, void, void>;
};

/**
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:7682", key });
 * const task = await answerOf(client.GET("/v1/tasks/{taskId}", { params: { path: { taskId: "17" } } }));
 */
export function createClient<Paths extends object = paths>(options: ClientOptions): RotaClient<Paths> {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const headers = options.key === undefined ? {} : { authorization: `Bearer ${options.key}` };
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const createCalls = <Own extends object>(): Client<Own> => {
    const client = createFetchClient<Own>({ baseUrl, headers, fetch: send });
    client.use({
      onResponse: async ({ response }) => {
        if (!response.ok) throw await readProblem(response);
      },
    });
    return client;
  };
  return {
    ...createCalls<Paths>(),
    tasks: createTasks(createCalls<paths>()),
    watch: (watchOptions) => watchEvents({ baseUrl, headers, send }, watchOptions),
  };
}

/** Returns the body of an answer. Rejects when the call does. */
export async function answerOf<Body>(call: Promise<{ data?: Body }>): Promise<Exclude<Body, undefined>> {
  const { data } = await call;
  if (isThere(data)) return data;
  throw new TypeError("this answer has no body");
}

function isThere<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}
