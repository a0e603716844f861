/** Tests of decisions about parked events of the outbox, which are listed with other dead letters. */
import { describe, expect, test } from "vitest";
import { listAudit } from "../audit-log/list-audit.ts";
import { appendEvent } from "../outbox/append-event.ts";
import { createRelay } from "../outbox/relay.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openDeadLetterBench } from "../../test/support/dead-letter-bench.ts";
import { recordingSink } from "../../test/support/recording-sinks.ts";
import { listDeadLetters } from "./list-dead-letters.ts";
import { showDeadLetter } from "./show-dead-letter.ts";
import { discardDeadLetter, replayDeadLetter } from "./decide-dead-letter.ts";
import { replayDeadLetters } from "./replay-dead-letters.ts";

const ann = { actor: "ann" };

describe.each(["pglite", "postgres"] as const)("on %s", (on) => {
  test("parked events are on the same pages as other dead letters, and are replayed or discarded", async () => {
    const { database, deadTask, deadEvent, openIds } = await openDeadLetterBench(on);
    const sink = recordingSink();
    sink.failure = () => new Error("poison");
    const relay = createRelay({ database, sinks: [sink], logger: silentLogger, triesMax: 1 });
    await deadTask(1);
    await appendEvent(database, [1, 2].map(happened));
    await relay.drain();
    await deadEvent("e1");

    const first = await listDeadLetters(database, { limit: 2 });
    const second = await listDeadLetters(database, { limit: 2, after: first.next ?? "" });
    const [parked = ""] = await openIds({ kind: "parked" });

    expect([...first.letters, ...second.letters].map(({ kind }) => kind)).toEqual(["event", "parked", "chunk"]);
    expect(await showDeadLetter(database, parked)).toMatchObject({
      ...{ kind: "parked", tenant: "ann", sink: "recorder", type: "counted", reason: "poison", waiting: 1, payload: 1 },
    });
    await expect(replayDeadLetter(database, parked, { ...ann, payload: 2 })).rejects.toThrow(/cannot be edited/);
    await expect(replayDeadLetters(database, { kind: "parked" }, ann)).rejects.toThrow(/use retryParkedEvents/);

    await replayDeadLetter(database, parked, ann);
    await expect(replayDeadLetter(database, parked, ann)).rejects.toMatchObject({ code: "DEAD_LETTER_NOT_FOUND" });
    await relay.drain();
    await discardDeadLetter(database, parked, { ...ann, reason: "sent manually" });
    sink.failure = () => undefined;
    await relay.drain();

    expect(sink.seen).toEqual(["a/2"]);
    expect(await openIds({ kind: "parked" })).toEqual([]);
    const { entries } = await listAudit(database, { tenant: "ann", first: "oldest" });
    expect(entries.map(({ action, subject }) => [action, subject.id])).toEqual([
      ["dead-letter.replayed", parked],
      ["dead-letter.discarded", parked],
    ]);
  });
});

function happened(count: number) {
  return { tenant: "ann", type: "counted", aggregate: { type: "COUNTER", id: "a" }, payload: count };
}
