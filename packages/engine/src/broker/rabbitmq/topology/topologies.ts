/** Remembers what was declared, and declares it again when the broker may have forgotten it. */
import { isRotaError } from "../../../errors.ts";
import type { Queue, Topology } from "../../contract/topology.ts";
import { declareTopology } from "./declare-topology.ts";
import type { Session } from "../connection/session.ts";

export type Topologies = {
  /** Remembers it, and declares it when there is a session. What is refused is forgotten. */
  declare(topology: Topology, session: Session | undefined): Promise<void>;
  /** Declares all that is remembered; callers at the same time share one run. */
  declareAll(session: Session): Promise<void>;
  /** A temporary queue has another name in each session: the broker may still hold the last one's. */
  actualName(queueName: string, session: Session): string;
  knowsExchange(name: string): boolean;
};

export function createTopologies(): Topologies {
  const remembered = new Map<string, Topology>();
  let running: { readonly session: Session; readonly done: Promise<void> } | undefined;

  const declareOn = (session: Session, topology: Topology) =>
    declareTopology(session.consuming, topology, { actualName: (queue) => nameIn(session, queue) });

  const declareEach = async (session: Session): Promise<void> => {
    for (const topology of remembered.values()) await declareOn(session, topology);
  };

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
    declareAll(session) {
      if (running?.session === session) return running.done;
      const done = declareEach(session).finally(() => {
        if (running?.done === done) running = undefined;
      });
      running = { session, done };
      return done;
    },
    actualName(queueName, session) {
      const queue = [...remembered.values()].flatMap(({ queues }) => queues).find(({ name }) => name === queueName);
      return queue === undefined ? queueName : nameIn(session, queue);
    },
    knowsExchange: (name) =>
      [...remembered.values()].some(({ exchanges }) => exchanges.some((one) => one.name === name)),
  };
}

function nameIn(session: Session, queue: Queue): string {
  return queue.kind === "temporary" ? `${queue.name}.${session.id}` : queue.name;
}
