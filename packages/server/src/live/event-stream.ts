/** The lines of one listener's live events; it is cut off when it does not read them. */
import { Readable } from "node:stream";
import type { Change } from "@rota/engine";
import { toWire } from "../to-wire.ts";

export type EventStream = {
  readonly lines: Readable;
  readonly send: (event: { readonly name: string; readonly id: string; readonly body: unknown }) => void;
  /** Keeps the line open where something between closes silent ones. */
  readonly beat: () => void;
  readonly end: () => void;
};

/** What a listener may leave unread. It comes back with the id of the last event that it saw. */
export const UNREAD_BYTES_MAX = 1_048_576;
/** How soon a browser comes back after the line was lost. */
const RETRY_MS = 1_000;

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

export function changeEvent(change: Change): { name: string; id: string; body: unknown } {
  return { name: change.kind, id: change.id, body: toWire(change) };
}
