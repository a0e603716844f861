/** Streams live events (SSE): a listener resumes after its last event, then follows the one feed of this process. */
import { Readable } from "node:stream";
import { type Clock, type Engine, isRotaError, type Logger, RotaError } from "@rota/engine";
import { type Change, type ChangesPage, readChanges } from "@rota/engine/admin";
import { createLoop } from "@rota/engine/internal";
import type { Operation, OperationRequest } from "@rota/engine/workload";
import { defineRoute } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { toWire } from "../to-wire.ts";

type LiveEvents = {
  readonly route: Operation;
  /** Ends every stream; the listeners reconnect to another server. */
  stop(): Promise<void>;
};

const LISTENERS_MAX = 1_000;
const BEAT_MS = 15_000;
/** Maximum duration of a stream. The listener then reconnects, and its access is checked again. */
const STREAM_MS_MAX = 600_000;
/** Maximum number of events that a resumed stream replays. Beyond it the listener must reload everything. */
const RESUMED_MAX = 10_000;

const KINDS = {
  tasks: "task",
  lanes: "lane",
  dispatches: "dispatch",
  workers: "worker",
  announcements: "announcement",
} as const;
type Topic = keyof typeof KINDS;

const Query = Type.Object(
  {
    topics: Type.Optional(
      Type.String({
        pattern: "^(tasks|lanes|dispatches|workers|announcements)(,(tasks|lanes|dispatches|workers|announcements))*$",
        maxLength: 200,
        description:
          "What to hear of: tasks, lanes, dispatches, workers, announcements, separated by commas. Default: all.",
        examples: ["tasks,dispatches"],
      }),
    ),
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: "The id of the last event that was seen, as Last-Event-ID.",
      }),
    ),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Only this tenant." })),
  },
  { additionalProperties: false },
);

export function createLiveEvents(options: FeedOptions): LiveEvents {
  const feed = createFeed(options);
  const streams = new Set<EventStream>();
  const beat = setInterval(() => streams.forEach((stream) => stream.beat()), BEAT_MS).unref();

  const open = async (request: OperationRequest<unknown, Static<typeof Query>>): Promise<EventStream> => {
    if (streams.size >= LISTENERS_MAX)
      throw new RotaError("RATE_LIMITED", `${String(LISTENERS_MAX)} listeners are there already: ask again later`);
    const listener = createListener(subscriptionOf(request));
    const stream = createEventStream(() => {
      streams.delete(stream);
      clearTimeout(end);
      joined.leave();
    });
    const joined = await feed.join((page) => listener.receive(stream, page));
    const end = setTimeout(() => stream.end(), STREAM_MS_MAX).unref();
    streams.add(stream);
    void listener.begin(stream, joined.place, request).catch((error: unknown) => {
      request.log.warn({ error }, "a listener could not be told what happened before");
      stream.lines.destroy();
    });
    return stream;
  };

  return {
    route: liveRoute(open),
    async stop() {
      clearInterval(beat);
      for (const stream of streams) stream.end();
      await feed.stop();
    },
  };
}

function liveRoute(
  open: (request: OperationRequest<unknown, Static<typeof Query>>) => Promise<EventStream>,
): Operation {
  return defineRoute({
    name: "events.listen",
    method: "GET",
    path: "/v1/events",
    summary: "Live events",
    description:
      "Server-sent events `task`, `lane`, `dispatch`, `worker` and `announcement` (what tasks announce), each with an id. Who comes back with `Last-Event-ID` " +
      "hears what happened meanwhile; an event `gap` says that it is too long ago, so look at everything anew. " +
      "`ready` comes first and says from where on. A stream ends after ten minutes; come back then.",
    tag: "events",
    role: "viewer",
    query: Query,
    answers: { 200: Type.Unknown() },
    contentType: "text/event-stream; charset=utf-8",
    handle: async (request) => ({
      status: 200,
      body: (await open(request)).lines,
      headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" },
    }),
  });
}

type Subscription = {
  readonly tenant: string | undefined;
  readonly kinds: ReadonlySet<Change["kind"]>;
  readonly after: string | undefined;
};

function subscriptionOf(request: OperationRequest<unknown, Static<typeof Query>>): Subscription {
  const { query, tenant } = request;
  const topics = query.topics?.split(",").filter(isTopic) ?? Object.keys(KINDS).filter(isTopic);
  const kinds = new Set(topics.map((topic) => KINDS[topic]));
  return { tenant, kinds, after: request.header("last-event-id") ?? query.after };
}

function isTopic(text: string): text is Topic {
  return Object.hasOwn(KINDS, text);
}

/** Creates the listener of one stream. New events are held back until all earlier ones are sent. */
function createListener({ tenant, kinds, after }: Subscription) {
  let held: Change[] | undefined = [];
  /** Ids of what was replayed, until the feed is past it: it may be behind, and would send them again. */
  const sent = new Set<string>();
  /** Readings of the feed up to its end since the replay. The first of them may have begun before. */
  let readings = 0;
  const isFor = (change: Change): boolean =>
    kinds.has(change.kind) && (tenant === undefined || change.tenant === tenant) && !sent.has(change.id);
  const sendAll = (stream: EventStream, changes: readonly Change[]): void => {
    for (const change of changes.filter(isFor)) stream.send(changeEvent(change));
  };

  const resume = async (stream: EventStream, { engine, signal }: OperationRequest): Promise<void> => {
    for (let place = after, isMore = true; isMore && place !== undefined && !signal.aborted;) {
      const page: ChangesPage = await readBehind(place);
      if (page.hasGap || sent.size > RESUMED_MAX) return stream.send({ name: "gap", id: page.next, body: {} });
      sendAll(stream, page.items);
      for (const { id } of page.items) sent.add(id);
      place = page.next;
      isMore = page.isFull;
    }

    async function readBehind(place: string): Promise<ChangesPage> {
      try {
        return await readChanges(engine.database, { after: place, tenant, topics: [...kinds] });
      } catch (error) {
        if (!isRotaError(error, "INSPECTION_INVALID")) throw error;
        return { ...(await readChanges(engine.database)), hasGap: true }; // the id is from another database or was never issued
      }
    }
  };

  return {
    receive(stream: EventStream, { items, isFull }: ChangesPage): void {
      if (held === undefined) {
        sendAll(stream, items);
        if (!isFull && ++readings === 2) sent.clear();
        return;
      }
      held.push(...items);
      if (held.length > RESUMED_MAX) stream.lines.destroy(); // the listener reconnects
    },
    async begin(stream: EventStream, place: string, request: OperationRequest): Promise<void> {
      if (after === undefined) stream.send({ name: "ready", id: place, body: {} });
      else await resume(stream, request);
      const waiting = held ?? [];
      held = undefined;
      sendAll(stream, waiting);
    },
  };
}

type Feed = {
  /** Passes every reading of new changes to the listener until `leave` is called. `place` is the position at which it begins. */
  join(listener: (page: ChangesPage) => void): Promise<{ readonly place: string; leave(): void }>;
  stop(): Promise<void>;
};

type FeedOptions = {
  readonly engine: Pick<Engine, "database">;
  readonly logger: Logger;
  readonly clock?: Clock | undefined;
  /** Pause between two readings of the changes. Default 250. */
  readonly intervalMs?: number;
};

const INTERVAL_MS = 250;

/** Reads the changes once for all listeners of this process. */
function createFeed({ engine, logger, clock, intervalMs = INTERVAL_MS }: FeedOptions): Feed {
  const listeners = new Set<(page: ChangesPage) => void>();
  let place: string | undefined;
  let isStarted = false;

  const loop = createLoop({
    name: "live events",
    intervalMs,
    logger,
    ...(clock === undefined ? {} : { clock }),
    async runOnce() {
      if (listeners.size === 0) {
        place = undefined; // without listeners the changes in between are skipped
        return "idle";
      }
      const page = await readChanges(engine.database, { after: place });
      place = page.next;
      for (const listener of listeners) listener(page);
      return page.isFull ? "again" : "idle";
    },
  });

  return {
    async join(listener) {
      listeners.add(listener);
      try {
        if (place === undefined) await loop.runOnce();
      } catch (error) {
        listeners.delete(listener);
        throw error;
      }
      if (!isStarted) loop.start();
      isStarted = true;
      return { place: place ?? "", leave: () => listeners.delete(listener) };
    },
    stop: () => loop.stop(),
  };
}

type EventStream = {
  readonly lines: Readable;
  readonly send: (event: { readonly name: string; readonly id: string; readonly body: unknown }) => void;
  /** Sends a comment, so that proxies do not close a silent connection. */
  readonly beat: () => void;
  readonly end: () => void;
};

/** Maximum number of unread bytes of a listener. It reconnects with the id of the last event that it received. */
export const UNREAD_BYTES_MAX = 1_048_576;
/** Delay after which a browser reconnects when the connection was lost. */
const RETRY_MS = 1_000;

/** Creates the stream of one listener. A listener that does not read is disconnected. */
export function createEventStream(onClose: () => void): EventStream {
  const lines = new Readable({ read: () => undefined });
  lines.once("close", onClose);
  const write = (text: string): void => {
    if (lines.destroyed || lines.readableEnded) return;
    lines.push(text);
    if (lines.readableLength > UNREAD_BYTES_MAX) lines.destroy();
  };
  write(`retry: ${String(RETRY_MS)}\n\n`);
  return {
    lines,
    send: ({ name, id, body }) => write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(body)}\n\n`),
    beat: () => write(":\n\n"),
    end() {
      if (!lines.destroyed) lines.push(null);
    },
  };
}

function changeEvent(change: Change): { name: string; id: string; body: unknown } {
  return { name: change.kind, id: change.id, body: toWire(change) };
}
