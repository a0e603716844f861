/** A fault that is injected into a running installation. */
import type { Stage } from "./stage/stage.ts";

/** Parts that a fault needs besides PostgreSQL, a server and two workers, which are always present. */
export type Need = "rabbitmq" | "rabbitmq cluster" | "redis" | "small disk" | "older code";

export type Strike = {
  /** Repairs what the fault left broken, such as a dead machine that must be started again. */
  readonly repair?: () => Promise<void>;
};

/** `On` is the target of the fault: a stage, unless a test uses something smaller. */
export type Fault<On = Stage> = {
  readonly name: string;
  /** Description of the fault for the page. */
  readonly sentence: string;
  readonly needs: readonly Need[];
  /** Returns why this machine cannot inject the fault; undefined if it can. */
  readonly obstacle?: () => string | undefined;
  /** Injects the fault and returns when it is over. */
  strike(stage: On): Promise<Strike>;
};
