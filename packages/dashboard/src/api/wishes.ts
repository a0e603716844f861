/** Keys of requests that change something: each try of one wish sends the same key, so that it is done once. */
import { useState } from "preact/hooks";

export type Wishes = {
  /** The same for the same wish until all were fulfilled, however often it is tried. */
  readonly headerOf: (...wish: readonly unknown[]) => { readonly "idempotency-key": string };
  /** What is wished from now on is wished anew, even if it is the same. */
  readonly fulfilled: () => void;
};

export function createWishes(): Wishes {
  const keys = new Map<string, string>();
  return {
    headerOf(...wish) {
      const text = JSON.stringify(wish);
      const key = keys.get(text) ?? crypto.randomUUID();
      keys.set(text, key);
      return { "idempotency-key": key };
    },
    fulfilled: () => keys.clear(),
  };
}

export function useWishes(): Wishes {
  return useState(createWishes)[0];
}
