/** Listens to the live events of a server, for the tests of this package. */

/** Event that a listener received. */
export type Received = { readonly id: string; readonly name: string; readonly body: Record<string, unknown> };

/** Which events to listen to, and the id of the last one that was received before. */
export type ListenOptions = { readonly query?: string; readonly after?: string };

/** Listens until `stop` and keeps the received events. */
export async function listenTo(server: string, { key, query = "", after }: ListenOptions & { readonly key: string }) {
  const over = new AbortController();
  const headers = { authorization: `Bearer ${key}`, ...(after === undefined ? {} : { "last-event-id": after }) };
  const answer = await fetch(new URL(`/v1/events${query}`, server), { headers, signal: over.signal });
  const received: Received[] = [];
  const reading = (async () => {
    let text = "";
    for await (const bytes of answer.body ?? []) {
      text += Buffer.from(bytes).toString();
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      received.push(...blocks.flatMap(parse));
    }
  })().catch(() => undefined);
  const of = (name: string) => received.filter((event) => event.name === name);
  return {
    answer,
    received,
    of,
    async stop() {
      over.abort();
      await reading;
    },
  };
}

function parse(block: string): Received[] {
  const fields = new Map(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  const name = fields.get("event");
  if (name === undefined) return [];
  const data: unknown = JSON.parse(fields.get("data") ?? "{}");
  const body = Object.fromEntries(Object.entries(data ?? {}));
  return [{ id: fields.get("id") ?? "", name, body }];
}
