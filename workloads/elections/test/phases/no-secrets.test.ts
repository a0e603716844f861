/**
 * Tests that no secret of an election is in any row, message, log or store of a whole run, and that a planted one is
 * found.
 */
import { randomBytes } from "node:crypto";
import { createLogger, silentLogger, sql, type Database } from "@rota/engine";
import { openRabbitmqBroker } from "@rota/engine/rabbitmq";
import { expect, onTestFinished, test } from "vitest";
import { pointAt } from "../../src/core/crypto/scalars.ts";
import { secretKeyOf } from "../../src/core/guardians/key-ceremony.ts";
import { openWorld } from "../life/world.ts";
import { toyGroup } from "../toy-election.ts";
import { askRedis, redisContent } from "./redis-content.ts";
import { formsOf, placesWith } from "./secret-forms.ts";
import { storeToy } from "./stored-toy.ts";
import { combine, decrypt, resultsOf, tally } from "./toy-phases.ts";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";

const RABBITMQ = serviceUrl("rabbitmq");
const REDIS = serviceUrl("redis");
const ROUTES = ["tally.creation", "partial.decryption", "compensated.decryption", "combine.decryption"];

/** Receives every ticket of the elections in addition to the workers. */
async function tapTickets(): Promise<{ received: () => Buffer; publish: (body: Buffer) => Promise<void> }> {
  const broker = await openRabbitmqBroker({ url: RABBITMQ, logger: silentLogger });
  onTestFinished(() => broker.close());
  const queue = `tap.${randomBytes(6).toString("hex")}`;
  const bodies: Uint8Array[] = [];
  const keys = [...ROUTES.map((route) => `task.${route}`), queue];
  const bindings = keys.map((routingKey) => ({ exchange: "task.exchange", routingKey }));
  await broker.declare({
    exchanges: [{ name: "task.exchange", type: "direct" }],
    queues: [{ name: queue, kind: "temporary", bindings }],
  });
  await broker.consume({
    queue,
    onMessage: (message) => {
      bodies.push(message.body);
      message.ack();
      return Promise.resolve();
    },
  });
  return {
    received: () => Buffer.concat(bodies),
    publish: (body) => broker.publish({ exchange: "task.exchange", routingKey: queue, body }),
  };
}

/** Returns every row of every table as text, with bytes in hexadecimal digits. */
async function dump(database: Database): Promise<Buffer> {
  const tables = await database.query(sql<{ name: string }>`
    select table_name as name from information_schema.tables
     where table_schema = ${database.schema} and table_type = 'BASE TABLE'`);
  const texts: string[] = [];
  for (const { name } of tables) {
    const [row] = await database.query(sql<{ content: string | null }>`
      select query_to_xml(format('select * from %I.%I', ${database.schema}::text, ${name}::text), true, false, '')::text as content`);
    texts.push(row?.content ?? "");
  }
  return Buffer.from(texts.join("\n"));
}

test("tickets name their election and guardians; keys, points, nonces and the fleet's seed are in no table, message, log or store; planted secrets are found", async () => {
  const lines: string[] = [];
  const logger = createLogger({ level: "debug", json: true, destination: { write: (line) => void lines.push(line) } });
  const secretsKey = randomBytes(32);
  const config = { secretsKey: secretsKey.toString("base64"), rabbitmqUrl: RABBITMQ, redisUrl: REDIS };
  const world = await openWorld({ on: "postgres", config, logger });
  onTestFinished(() => world.dispose());
  const tickets = await tapTickets();
  const toy = await storeToy(world.database, { cast: 3, challenged: 1, guardians: 3, quorum: 2 });

  await tally(world, toy.electionId);
  const during: Buffer[] = [];
  await decrypt(world, toy, 2, async () => {
    during.push(await dump(world.database), await redisContent(REDIS));
  });
  await combine(world, toy.electionId);
  expect(await resultsOf(world, toy.electionId)).toEqual(toy.counts);

  const said = tickets.received().toString();
  const election = `"electionId":${toy.electionId}`;
  for (const fields of ["", `,"guardianId":2`, `,"compensatingGuardianId":1,"missingGuardianId":3`])
    expect(said).toContain(`{${election}${fields},"taskId"`);

  const readPlaces = async () =>
    new Map([
      ["tables", await dump(world.database)],
      ["tables while decrypting", Buffer.concat(during)],
      ["messages", tickets.received()],
      ["logs", Buffer.from(lines.join("\n"))],
      ["Redis", await redisContent(REDIS)],
    ]);
  const places = await readPlaces();
  for (const content of places.values()) expect(content.length).toBeGreaterThan(100);
  const secrets = [
    ...toy.guardians.flatMap(({ keys }) => keys.coefficients),
    ...toy.guardians.flatMap(({ keys }) => [1, 2, 3].map((place) => pointAt(toyGroup, keys.coefficients, place))),
    ...toy.nonces,
    ...toy.guardians.map(({ token }) => Buffer.from(token, "base64url")),
    Buffer.from(process.env["ELECTIONS_FLEET_SEED"] ?? "", "base64"),
    secretsKey,
  ];
  for (const secret of secrets) expect(placesWith(secret, places)).toEqual([]);

  const [guardian] = toy.guardians;
  const planted = guardian === undefined ? 0n : secretKeyOf(guardian.keys);
  for (const form of formsOf(planted)) {
    lines.push(form.toString("latin1"));
    await tickets.publish(form);
    await askRedis(REDIS, [["SET", `planted:${toy.electionId}`, form.toString("latin1")]]);
  }
  await world.database.query(sql`update rota.elections set description = ${String(planted)}`);
  await askRedis(REDIS, [["SET", `planted:${toy.electionId}`, planted.toString(16)]]);
  expect(placesWith(planted, await readPlaces())).toEqual(["tables", "messages", "logs", "Redis"]);
  await askRedis(REDIS, [["DEL", `planted:${toy.electionId}`]]);
});
