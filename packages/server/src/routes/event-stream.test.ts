/** Tests what a listener receives and that a listener that does not read is disconnected. */
import { expect, test, vi } from "vitest";
import { createEventStream, UNREAD_BYTES_MAX } from "./live-events.ts";

test("an event has an id, a name and one line of JSON", async () => {
  const { lines, send, beat, end } = createEventStream(() => undefined);

  send({ name: "task", id: "7", body: { text: "two\nlines" } });
  beat();
  end();

  expect(Buffer.concat(await lines.toArray()).toString()).toBe(
    'retry: 1000\n\nid: 7\nevent: task\ndata: {"text":"two\\nlines"}\n\n:\n\n',
  );
});

test("a listener that does not read is disconnected", async () => {
  let isClosed = false;
  const { lines, send } = createEventStream(() => (isClosed = true));
  const body = "x".repeat(UNREAD_BYTES_MAX / 4);

  for (let event = 0; event < 5; event++) send({ name: "task", id: String(event), body });

  await vi.waitUntil(() => isClosed);
  expect(lines.destroyed).toBe(true);
});
