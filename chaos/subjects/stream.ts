/** Sends one thing after another until it is told to stop, and remembers when each was accepted. */
import { systemClock } from "@rota/engine";

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

/** None waits for another. */
export function startStream({ everyMs, send }: StreamWish): Stream {
  const accepted = new Map<string, number>();
  const sent: Promise<void>[] = [];
  let isStopped = false;
  const accept = async (nth: number) => void accepted.set(await send(nth), Date.now());
  const run = async () => {
    for (let nth = 1; !isStopped; nth++) {
      sent.push(accept(nth));
      await systemClock.wait(everyMs);
    }
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
