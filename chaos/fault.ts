/** What is done to a running installation. */
import type { Stage } from "./stage/stage.ts";

/** Beyond PostgreSQL, a server and two workers, which are always there. */
export type Need = "rabbitmq" | "rabbitmq cluster" | "redis" | "small disk" | "older code";

export type Strike = {
  /** What is left to be put right once the fault is over, such as starting a dead machine again. */
  readonly repair?: () => Promise<void>;
};

/** `On` is what it strikes: a stage, unless a test has something smaller. */
export type Fault<On = Stage> = {
  readonly name: string;
  /** For the page: what happens. */
  readonly sentence: string;
  readonly needs: readonly Need[];
  /** Why it cannot be done on this machine; undefined: it can. */
  readonly obstacle?: () => string | undefined;
  /** Returns when the fault is over. */
  strike(stage: On): Promise<Strike>;
};
