/** Contract of a workload's part of the demo that `npm start` runs. */

/** Part of the demo: what it needs and the steps that it plays. */
export type WorkloadDemo = {
  /** Tenants of which the demo gets an API key each. */
  readonly tenants: readonly string[];
  /** Prepares the process before the engine is created, such as variables that the workload reads. Default: nothing. */
  readonly prepare?: (folder: DemoFolder) => void;
  /** Steps, which run at once. */
  readonly steps: readonly DemoStep[];
};

/** Folder in which the demo keeps its secrets. All workloads share it. */
export type DemoFolder = {
  /** Returns the path and the text of a file that only its owner reads; `draw` makes its text if it is missing. */
  keep(name: string, draw: () => string): { readonly path: string; readonly text: string };
  /** Returns the text of a file. */
  read(name: string): string;
  /** Replaces the text of a file. */
  replace(name: string, text: string): void;
};

/** Step of the demo. */
export type DemoStep = {
  /** Name in the terminal, of at most ten characters. */
  readonly name: string;
  /** Runs the step, resuming where it was, and returns what it verified in the end. It runs again after a failure. */
  play(context: DemoContext): Promise<DemoVerdict>;
  /** Small piece of work that repeats after the step, so that the dashboard has something to show. */
  readonly after?: { readonly everyMs: number; go(context: DemoContext): Promise<void> };
};

/** Result of a verification. */
export type DemoVerdict = { readonly isRight: boolean; readonly text: string };

/** Environment that the steps of the demo share. */
export type DemoContext = {
  /** Size of the demo: about how many pieces of work a step makes. */
  readonly size: number;
  /** Address of the server, without a trailing slash. */
  readonly url: string;
  /** Sends a request to the API with the key of a tenant and returns the JSON of its response. Other statuses than 2xx reject. */
  readonly request: (request: DemoRequest) => Promise<unknown>;
  /** Sends a request without a key, such as one for a public page or a file. */
  readonly fetch: typeof fetch;
  readonly folder: DemoFolder;
  readonly receiver: DemoReceiver;
  readonly show: (progress: DemoProgress) => void;
  /** Waits; rejects when the demo ends. */
  readonly pause: (ms: number) => Promise<void>;
  /** Polls until the function finds something, and returns it; rejects when the demo ends. */
  readonly until: <Found>(find: () => Promise<Found | undefined>) => Promise<Found>;
  /** Runs the items in order, `width` of them at once. The first failure ends it. */
  readonly inParallel: <Item>(
    items: Iterable<Item>,
    width: number,
    run: (item: Item) => Promise<void>,
  ) => Promise<void>;
  /** Runs work that must end with the demo: its signal aborts then. */
  readonly stoppable: <Result>(run: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
};

/** Request of a step to the API. */
export type DemoRequest = {
  /** Tenant of the demo. */
  readonly tenant: string;
  /** Method. Default: POST with a body, GET without one. */
  readonly method?: string;
  /** Path below the address of the server: `/v1/tasks`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body, sent as JSON. */
  readonly body?: unknown;
  /** Statuses that are no failure, such as 409 for what exists already. The result is then undefined. Default: none. */
  readonly ignore?: readonly number[];
};

/** Receiver of the demo's webhooks, which refuses a delivery whose signature is wrong. */
export type DemoReceiver = {
  readonly url: string;
  /** Sets the secret that signs all later deliveries, in its shown form. */
  readonly trust: (secret: string) => void;
};

/** Progress of a step. */
export type DemoProgress = {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  /** Name of the phase, such as `sending`. */
  readonly step: string;
  /** Unit of the counts, such as `orders`. */
  readonly unit: string;
};
