/** What senders of events rely on, with and without RabbitMQ. */
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { createEngine } from "../engine.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openTestDatabase } from "../testing/test-database.ts";
import { defineIntake } from "./define-intake.ts";
import { eventDone } from "./event.ts";

test("an event that comes again is answered as before, and another payload under its id is a conflict", async () => {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
  const intake = defineIntake({
    name: "orders",
    handle: async (events) => events.map(({ payload }) => eventDone(payload)),
  });
  const engine = await createEngine({ tasks: [], intakes: [intake], database, logger: silentLogger });
  onTestFinished(() => engine.stop());
  await engine.start();
  expect(await engine.receive(intake, { tenant: "t", eventId: "e1", payload: { b: 1, a: 2 } })).toEqual({
    status: 201,
    body: { b: 1, a: 2 },
    headers: {},
  });
  expect(await engine.receive(intake, { tenant: "t", eventId: "e1", payload: { a: 2, b: 1 } })).toMatchObject({
    status: 200,
    body: { b: 1, a: 2 },
  });
  expect(await engine.receive(intake, { tenant: "t", eventId: "e1", payload: { a: 3, b: 1 } })).toMatchObject({
    status: 409,
  });
});
