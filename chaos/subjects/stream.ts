/** Sends one thing after another until it is told to stop, and remembers when each was accepted. */
import { systemClock } from "@rota/engine/internal";

export type Stream = {
  /** When each was accepted, by name. */
  readonly accepted: ReadonlyMap<string, number>;
  /** Resolves when all that was sent is accepted; rejects when something was refused. */
  stop(): Promise<void>;
};

export type StreamWish = {
  readonly everyMs: number;
  /** Sends the nth, counted from 1, and returns its name once it is accepted. */
  readonly send: (nth: number) => Promise<string>;
};

/** So many wait for their answers at most: a machine that cannot keep up is asked less often, not more and more. */
const UNANSWERED_MAX = 200;

/** None waits for another, unless too many do. */
export function startStream({ everyMs, send }: StreamWish): Stream {
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
    answered.catch(() => undefined); // told by stop()
    sent.push(answered);
  };
  const run = async () => {
    for (let nth = 1; !isStopped; await systemClock.wait(everyMs)) if (unanswered < UNANSWERED_MAX) sendNext(nth++);
    await Promise.all(sent);
  };
  const running = run();
  running.catch(() => undefined); // told by stop()
  return {
    accepted,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** The pieces of a stream, by the times at which each was done. */
export function piecesOf({ accepted }: Stream, done: readonly { readonly name: string; readonly atMs: number }[]) {
  const times = new Map<string, number[]>();
  for (const { name, atMs } of done) times.set(name, [...(times.get(name) ?? []), atMs]);
  return [...accepted].map(([name, acceptedMs]) => ({ name, acceptedMs, doneMs: times.get(name) ?? [] }));
}
