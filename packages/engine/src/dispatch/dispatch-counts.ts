/** What a process has sent to the broker and received from it since it started, by queue. */

export type DispatchCounts = {
  /** Tickets that the broker confirmed. */
  published: number;
  /** Tickets sent again because they were not found in the broker. */
  resent: number;
  /** Tickets that the broker did not confirm. */
  unsent: number;
  received: number;
  /** Received and given out before, to whomever. */
  redelivered: number;
  /** Received for a chunk that had moved on. */
  ignored: number;
  /** Received, and no ticket. */
  malformed: number;
};

export type CountsOf = (queue: string) => DispatchCounts;

const NONE: DispatchCounts = {
  published: 0,
  resent: 0,
  unsent: 0,
  received: 0,
  redelivered: 0,
  ignored: 0,
  malformed: 0,
};

export function createDispatchCounts(queues: readonly string[]): CountsOf {
  const byQueue = new Map(queues.map((queue) => [queue, { ...NONE }]));
  return (queue) => byQueue.get(queue) ?? { ...NONE };
}
