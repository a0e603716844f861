/** Provides the one stream of live events that all parts of the page listen to. */
import type { LiveEvent, RotaClient } from "@rota/client";
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";

export type EventName = "task" | "lane" | "dispatch" | "worker";
type ConnectionState = "opening" | "open" | "lost" | "off";
type Listener = (event: LiveEvent) => void;

type Live = {
  listen(listener: Listener): () => void;
  listenState(listener: (state: ConnectionState) => void): () => void;
  state(): ConnectionState;
};

/** Listens for live events until the signal aborts. */
export function createLive(client: Pick<RotaClient, "watch">, signal: AbortSignal): Live {
  const listeners = new Set<Listener>();
  const stateListeners = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = "opening";
  const setState = (next: ConnectionState): void => {
    state = next;
    stateListeners.forEach((listener) => listener(next));
  };
  const watch = async (): Promise<void> => {
    const topics = ["tasks", "lanes", "dispatches", "workers"] as const;
    for await (const event of client.watch({ topics, signal, onConnection: setState }))
      listeners.forEach((listener) => listener(event));
  };
  watch().catch(() => setState("off")); // refused: the pages poll at their own pace
  return {
    listen: (listener) => join(listeners, listener),
    listenState: (listener) => join(stateListeners, listener),
    state: () => state,
  };
}

function join<Item>(set: Set<Item>, item: Item): () => void {
  set.add(item);
  return () => set.delete(item);
}

const SILENT: Live = { listen: () => () => undefined, listenState: () => () => undefined, state: () => "off" };

export const LiveContext = createContext<Live>(SILENT);

export function useLive(): Live {
  return useContext(LiveContext);
}

export function useConnectionState(): ConnectionState {
  const live = useLive();
  const [state, setState] = useState(live.state());
  useEffect(() => {
    setState(live.state());
    return live.listenState(setState);
  }, [live]);
  return state;
}
