/** What is known of the broker: there or away, taking messages or not; each change is told once, to the log and to listeners. */
import { isRotaError } from "../../../errors.ts";
import type { Logger } from "../../../runtime/logger.ts";
import { messageOf } from "./refusals.ts";

export type LinkState = {
  readonly isThere: boolean;
  /** There and not blocked. */
  readonly isConnected: boolean;
  /** What the broker ran out of, while it takes no messages. */
  readonly blockedBecause: string | undefined;
  tellThere(): void;
  tellAway(reason: unknown): void;
  /** Away because we want it so. */
  leave(): void;
  block(reason: string): void;
  unblock(): void;
  onChange(listener: (isConnected: boolean) => void): () => void;
};

export function createLinkState({ logger, described }: { logger: Logger; described: string }): LinkState {
  const listeners = new Set<(isConnected: boolean) => void>();
  let isThere = false;
  let blockedBecause: string | undefined;
  let toldAway: string | undefined;
  let toldConnected = false;

  const isConnected = () => isThere && blockedBecause === undefined;
  const tell = () => {
    if (toldConnected === isConnected()) return;
    toldConnected = isConnected();
    for (const listener of [...listeners]) listener(toldConnected);
  };
  const leave = () => {
    isThere = false;
    blockedBecause = undefined;
    tell();
  };

  return {
    get isThere() {
      return isThere;
    },
    get isConnected() {
      return isConnected();
    },
    get blockedBecause() {
      return blockedBecause;
    },
    tellThere() {
      const wasAway = toldAway !== undefined;
      isThere = true;
      toldAway = undefined;
      logger.info({ broker: described }, wasAway ? "RabbitMQ is back" : "RabbitMQ is there");
      tell();
    },
    leave,
    tellAway(reason) {
      // A refusal needs somebody to mend it, so it is said once more than an absence that ends by itself.
      const kind = isRotaError(reason) ? reason.code : "BROKER_UNAVAILABLE";
      const fields = { broker: described, error: reason };
      if (toldAway === kind) logger.debug(fields, "RabbitMQ is still away");
      else logger.warn(fields, `RabbitMQ is away and is tried again until it is back: ${messageOf(reason)}`);
      toldAway = kind;
      leave();
    },
    block(reason) {
      if (blockedBecause === undefined) {
        const message = `RabbitMQ takes no messages, since it is ${reason || "short of memory or disk"}`;
        logger.warn({ broker: described, reason }, message);
      }
      blockedBecause = reason;
      tell();
    },
    unblock() {
      if (blockedBecause === undefined) return;
      blockedBecause = undefined;
      logger.info({ broker: described }, "RabbitMQ takes messages again");
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
