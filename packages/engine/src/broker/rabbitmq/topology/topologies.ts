/** Remembers what was declared, and declares it again when the broker may have forgotten it. */
import { isRotaError } from "../../../errors.ts";
import type { Clock } from "../../../runtime/clock.ts";
import type { Queue, Topology } from "../../contract/topology.ts";
import { RESTORE_PAUSE_MS } from "../../limits.ts";
import { declareTopology } from "./declare-topology.ts";
import type { Session } from "../connection/session.ts";

export type Topologies = {
  /** Remembers it, and declares it when there is a session. What is refused is forgotten. */
  declare(topology: Topology, session: Session | undefined): Promise<void>;
  /** Declares all that is remembered; callers at the same time share one run. */
  declareAll(session: Session): Promise<void>;
  /** The same for what somebody deleted, after a pause in which every consumer learns of the deletion. */
  restore(session: Session): Promise<void>;
  /** A temporary queue has another name in each session: the broker may still hold the last one's. */
  actualName(queueName: string, session: Session): string;
  isTemporary(queueName: string): boolean;
  knowsExchange(name: string): boolean;
};

export function createTopologies({ clock }: { readonly clock: Clock }): Topologies {
  const remembered = new Map<string, Topology>();

  const declareOn = (session: Session, topology: Topology) =>
    declareTopology(session.consuming, topology, { actualName: (queue) => nameIn(session, queue) });

  const declareAll = shared(async (session) => {
    for (const topology of remembered.values()) await declareOn(session, topology);
  });
  const restore = shared(async (session) => {
    await clock.wait(RESTORE_PAUSE_MS);
    await declareAll(session);
  });

  const known = (queueName: string): Queue | undefined =>
    [...remembered.values()].flatMap(({ queues }) => queues).find(({ name }) => name === queueName);

  return {
    async declare(topology, session) {
      const key = JSON.stringify(topology);
      remembered.set(key, topology);
      if (session === undefined) return;
      try {
        await declareOn(session, topology);
      } catch (error) {
        if (!isRotaError(error)) return; // the connection has gone, and the next one declares it
        remembered.delete(key);
        throw error;
      }
    },
    declareAll,
    restore,
    actualName(queueName, session) {
      const queue = known(queueName);
      return queue === undefined ? queueName : nameIn(session, queue);
    },
    isTemporary: (queueName) => known(queueName)?.kind === "temporary",
    knowsExchange: (name) =>
      [...remembered.values()].some(({ exchanges }) => exchanges.some((one) => one.name === name)),
  };
}

/** Callers at the same time share one run in each session. */
function shared(run: (session: Session) => Promise<void>): (session: Session) => Promise<void> {
  let running: { readonly session: Session; readonly done: Promise<void> } | undefined;
  return (session) => {
    if (running?.session === session) return running.done;
    const done = run(session).finally(() => {
      if (running?.done === done) running = undefined;
    });
    running = { session, done };
    return done;
  };
}

function nameIn(session: Session, queue: Queue): string {
  return queue.kind === "temporary" ? `${queue.name}.${session.id}` : queue.name;
}
