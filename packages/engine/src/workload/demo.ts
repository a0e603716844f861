/** Contract of a workload's part of the demo that `npm start` runs. */
import type { Config } from "../config/config.ts";

/** Part of the demo: what it needs and the steps that it plays. */
export type WorkloadDemo = {
  /** Tenants of which the demo gets an API key each. */
  readonly tenants: readonly string[];
  /** Prepares the process before the engine is created, and returns options that the user has not set. Default: nothing. */
  readonly prepare?: (folder: DemoFolder) => Readonly<Partial<Config>>;
  /** Steps, which run at once. */
  readonly steps: readonly DemoStep[];
};

/** Folder in which the demo keeps its secrets. */
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
  readonly name: string;
  /** Runs the step, resuming where it was, and returns what it verified in the end. */
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
  /** Returns the API key of a tenant of the demo. */
  readonly keyOf: (tenant: string) => string;
  /** Sends a request that ends with the demo. */
  readonly fetch: typeof fetch;
  readonly folder: DemoFolder;
  readonly receiver: DemoReceiver;
  readonly show: (progress: DemoProgress) => void;
  /** Aborts when the demo must end. */
  readonly signal: AbortSignal;
  /** Runs work that must end with the demo. Waiting code uses the signal from here. */
  readonly stoppable: <Result>(run: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
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
  /** Name of the phase, such as `voting`. */
  readonly step: string;
  /** Unit of the counts, such as `ballots`. */
  readonly unit: string;
};
