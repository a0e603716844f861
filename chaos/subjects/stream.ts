/** Sends one item after another until it is stopped, and remembers when each was accepted. */
import { systemClock } from "@rota/engine/internal";

export type Stream = {
  /** Time of acceptance by name. */
  readonly accepted: ReadonlyMap<string, number>;
  /** Resolves when everything that was sent is accepted; rejects when something was refused. */
  stop(): Promise<void>;
};

export type StreamOptions = {
  readonly everyMs: number;
  /** Sends item number `nth`, counted from 1, and returns its name once it is accepted. */
  readonly send: (nth: number) => Promise<string>;
};

/** Maximum number of unanswered requests, so that a machine that cannot keep up gets fewer requests, not more. */
const UNANSWERED_MAX = 200;

/** Sends each item without waiting for the others, up to the maximum of unanswered ones. */
export function startStream({ everyMs, send }: StreamOptions): Stream {
  const accepted = new Map<string, number>();
  const sent: Promise<void>[] = [];
  let isStopped = false;
  let unanswered = 0;
  const accept = async (nth: number) => {
    unanswered++;
    accepted.set(await send(nth), Date.now());
    unanswered--;
  };
  const sendNext = (nth: number) => {
    const answered = accept(nth);
    answered.catch(() => undefined); // stop() reports it
    sent.push(answered);
  };
  const run = async () => {
    for (let nth = 1; !isStopped; await systemClock.wait(everyMs)) if (unanswered < UNANSWERED_MAX) sendNext(nth++);
    await Promise.all(sent);
  };
  const running = run();
  running.catch(() => undefined); // stop() reports it
  return {
    accepted,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** Returns the pieces of a stream, with the times at which each was done. */
export function piecesOf({ accepted }: Stream, done: readonly { readonly name: string; readonly atMs: number }[]) {
  const times = new Map<string, number[]>();
  for (const { name, atMs } of done) times.set(name, [...(times.get(name) ?? []), atMs]);
  return [...accepted].map(([name, acceptedMs]) => ({ name, acceptedMs, doneMs: times.get(name) ?? [] }));
}
