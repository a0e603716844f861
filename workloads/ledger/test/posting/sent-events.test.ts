/** Story: events are sent over HTTP, and the answers distinguish their outcomes. */
import { createEngine, loadConfig, silentLogger, sql, type Engine } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { createServer } from "@rota/server";
import { expect, onTestFinished, test } from "vitest";
import { ledgerIntake } from "../../src/tasks/event-intake.ts";
import ledger from "../../src/workload.ts";
import { addBooks, openStoredBooks, plainEvent } from "./stored-books.ts";

const WAIT_MS = 60_000;

test("an event over HTTP is posted, repeated, in conflict, or refused with the problem type of its rule", async () => {
  const database = await openStoredBooks();
  await addBooks(database, { tenant: "acme" });
  const engine = await createEngine({ tasks: [], intakes: [ledgerIntake], database, logger: silentLogger });
  const { config } = await loadConfig({ env: {}, flags: { serverPort: 0 }, cwd: process.cwd() });
  // A long wait returns the outcome however busy the machine is. A short one returns before the event is posted.
  let waitMs = 1;
  const patient: Engine = {
    ...engine,
    receive: (intake, event, options) => engine.receive(intake, event, { ...options, waitMs }),
  };
  const server = await createServer({ engine: patient, config, logger: silentLogger, workloads: [ledger] });
  onTestFinished(async () => {
    await server.close();
    await engine.stop();
  });
  const { key } = await createKey(database, { name: "shop", roles: ["operator"], tenant: "acme" });
  const send = async (event: object) => {
    const headers = { authorization: `Bearer ${key}`, "x-source-system": "shop" };
    const answer = await server.inject({ method: "POST", url: "/v1/events", headers, payload: event });
    return { status: answer.statusCode, body: answer.json<unknown>() };
  };

  const unbalanced = [
    { accountCode: "cash", amountCents: 5, isCredit: false },
    { accountCode: "sales", amountCents: 6, isCredit: true },
  ];
  const waiting = await send(plainEvent("early", 100));
  waitMs = WAIT_MS;
  await engine.start();

  expect(waiting).toMatchObject({ status: 202, body: { status: "ACCEPTED", ik: "early" } });
  expect(await send(plainEvent("e1", 1299))).toMatchObject({ status: 201, body: { status: "POSTED", ik: "e1" } });
  expect(await send(plainEvent("e1", 1299))).toMatchObject({ status: 200, body: { status: "POSTED", ik: "e1" } });
  expect(await send(plainEvent("e1", 1300))).toMatchObject({
    status: 409,
    body: { type: "/problems/duplicate-idempotency-key" },
  });
  expect(await send(plainEvent("e2", 5, { lines: unbalanced }))).toMatchObject({
    status: 422,
    body: { type: "/problems/unbalanced-entry" },
  });
  const [entry] = await database.query(sql<{ source: string }>`
    select source from rota.fis_journal_entry where event_id = 'e1'`);
  expect(entry).toEqual({ source: "shop" });
});
