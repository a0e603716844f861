/** Who listens to which channel. */
import type { Listener } from "../database.ts";

export class Subscriptions {
  readonly #listeners = new Map<string, Set<Listener>>();

  channels(): readonly string[] {
    return [...this.#listeners.keys()];
  }

  /** The returned function removes the listener and says whether others are left on the channel; again, nothing. */
  add(channel: string, given: Listener): () => "last of its channel" | "others are left" {
    const listener = { ...given }; // the same object may be added twice and removed once
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return "others are left";
      this.#listeners.delete(channel);
      return "last of its channel";
    };
  }

  notify(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener.onNotification(payload);
  }

  tellGap(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener.onGap();
  }
}
