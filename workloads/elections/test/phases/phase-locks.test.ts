/** Tests what a lock of a phase shows to others while it is held, who waits for it, and who learns of its end. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setLane } from "@rota/engine/admin";
import { completeChunks, takeTurns } from "@rota/engine/internal";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import { bodyOf, expectStatus } from "../life/toy-life.ts";
import { openWorld, type World } from "../life/world.ts";
import { storeToy } from "./stored-toy.ts";
import { tallyCreation } from "../../src/tasks/tally-creation.ts";
import { official, sealedBy, stateOf, untilComplete, untilState, WAIT } from "./toy-phases.ts";

const redisKeyPrefix = `${randomUUID()}:`;
const redis = new Redis(serviceUrl("redis"), { keyPrefix: redisKeyPrefix });
/** Bodies that the webhook received. */
const delivered: Record<string, unknown>[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    delivered.push(objectOf(JSON.parse(Buffer.concat(parts).toString())));
    response.end();
  });
});
let world: World;
let origin = "";

beforeAll(async () => {
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const address = receiver.address();
  origin = `http://127.0.0.1:${String(typeof address === "object" ? address?.port : "")}`;
  const config = { redisUrl: serviceUrl("redis"), redisKeyPrefix, webhookAllowedHosts: "127.0.0.1" };
  world = await openWorld({ on: "postgres", isWorking: false, webhooks: true, config });
});
afterAll(async () => {
  await world.dispose();
  redis.disconnect();
  receiver.close();
});

function objectOf(value: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value ?? {}));
}
const shownInRedis = async (key: string) => objectOf(JSON.parse((await redis.get(key)) ?? "{}"));
const tallyPath = (electionId: string) => `/v1/elections/${electionId}/tally`;
const tallyKey = (electionId: string) => `lock:tally:election:${electionId}`;
const lockOf = (key: string) => expectStatus(200, official(world, "GET", `/v1/locks/${encodeURIComponent(key)}`));
const inLine = async (key: string) =>
  (await lockOf(key))
    .member("line")
    .list()
    .map((waiter) => waiter.member("holder").text());
/** Sends the request of another official, which waits in line. */
const queueUp = async (path: string, key: string) => {
  const answer = world.ask("POST", path, { key: world.keys.admin, body: { waitMs: 600_000 } });
  await vi.waitUntil(async () => (await inLine(key)).includes("root"), WAIT);
  return { answer };
};

/** Pauses a queue, so that a phase is still running when the work has been done. */
async function whilePaused<Result>(queue: string, work: () => Promise<Result>): Promise<Result> {
  await setLane(world.database, { queue }, { isPaused: true });
  const result = await work();
  await setLane(world.database, { queue }, { isPaused: false });
  return result;
}

test("a tenant's officials see how often their phase was refused", async () => {
  const { electionId } = await storeToy(world.database, { tenant: "acme" });
  const start = () => world.ask("POST", tallyPath(electionId), { key: world.keys.acme, body: {} });

  const answers = [await start(), await start()];

  expect(answers.map(({ status }) => status)).toEqual([202, 409]);
  const counted = async () => {
    const { body } = await world.ask("GET", "/v1/locks/statistics", { key: world.keys.acme });
    return objectOf(body)["operations"];
  };
  await vi.waitUntil(async () => JSON.stringify(await counted()).includes('"refused":1'), WAIT);
  expect(await counted()).toMatchObject([{ operation: "TALLY_CREATION", held: 1, refused: 1 }]);
});

test("the expected end of a phase comes from the chunks that were completed, and changes with them", async () => {
  const { electionId } = await storeToy(world.database, { cast: 4, chunkSize: 1 });
  const key = tallyKey(electionId);
  const complete = async () => {
    const turns = {
      queue: tallyCreation.pool,
      owner: "test",
      leaseMs: 60_000,
      limit: 20,
      routes: [tallyCreation.queue],
    };
    const taken = await takeTurns(world.database, turns);
    const own = taken.filter(({ payload }) => objectOf(payload)["electionId"] === electionId);
    await completeChunks(world.database, own.slice(0, 1));
    await expectStatus(409, official(world, "POST", tallyPath(electionId), {})); // refreshes what Redis shows
  };
  await expectStatus(202, official(world, "POST", tallyPath(electionId), {}));
  const before = await shownInRedis(key);

  await complete();
  const after = await shownInRedis(key);

  expect(before["expectedEndTime"]).toBeNull();
  expect(Date.parse(String(after["expectedEndTime"]))).toBeGreaterThan(Date.parse(String(after["startTime"])));
  const status = await expectStatus(200, official(world, "GET", tallyPath(electionId)));
  expect((await lockOf(key)).member("expectedEndAt").text()).toMatch(/^20/);
  expect(status.member("expectedEndTime").text()).toMatch(/^20/);
});

test("an official waits in line behind a phase, and starts it again when it was stopped", async () => {
  const { electionId } = await storeToy(world.database);
  await expectStatus(202, official(world, "POST", tallyPath(electionId), {}));
  const { answer } = await queueUp(tallyPath(electionId), tallyKey(electionId));

  await expectStatus(200, official(world, "POST", `${tallyPath(electionId)}/stop`, {}));

  expect((await answer).status).toBe(202);
  expect((await lockOf(tallyKey(electionId))).member("holder").text()).toBe("root");
});

test("an official who waited for a phase that succeeded is refused, and nothing is done twice", async () => {
  await world.engine.start();
  const { electionId } = await storeToy(world.database);
  const { answer } = await whilePaused("tally.creation", async () => {
    await expectStatus(202, official(world, "POST", tallyPath(electionId), {}));
    return queueUp(tallyPath(electionId), tallyKey(electionId));
  });
  await untilState(world, electionId, "TALLIED");

  const refused = await answer;

  expect([refused.status, bodyOf(refused).member("code").text()]).toEqual([
    409,
    expect.stringMatching(/^(ELECTION_STATE_WRONG|PHASE_RUNNING)$/),
  ]);
  expect(await stateOf(world, electionId)).toBe("TALLIED");
});

test("each of the three locks is in Redis under its key, as JSON with the fields of the source documents", async () => {
  const { electionId, guardians } = await storeToy(world.database, { cast: 2, chunkSize: 1 });
  const [guardian] = guardians;
  if (guardian === undefined) throw new Error("one guardian");
  const sealed = await sealedBy(world, electionId, guardian);
  const credential = { token: guardian.token, body: { sealed } };
  const keyOf = { tally: tallyKey(electionId), combine: `lock:combine:election:${electionId}` };
  const decryptionKey = `lock:decryption:election:${electionId}:guardian:1`;
  const whileHeld = (queue: string, key: string, start: () => Promise<{ status: number; body: unknown }>) =>
    whilePaused(queue, async () => {
      await expectStatus(202, start());
      return shownInRedis(key);
    });

  const tallying = await whileHeld("tally.creation", keyOf.tally, () =>
    official(world, "POST", tallyPath(electionId), {}),
  );
  await untilState(world, electionId, "TALLIED");
  const decrypting = await whileHeld("partial.decryption", decryptionKey, () =>
    world.ask("POST", `/v1/elections/${electionId}/decryption/credential`, credential),
  );
  await untilComplete(world, electionId);
  const combining = await whileHeld("combine.decryption", keyOf.combine, () =>
    official(world, "POST", `/v1/elections/${electionId}/combine`, {}),
  );
  await untilState(world, electionId, "DECRYPTED");

  const tenant = "default";
  const expected = [
    { userEmail: "olga", operationType: "TALLY_CREATION", lockKey: keyOf.tally, context: { tenant, chunks: 2 } },
    { userEmail: "Guardian 1", operationType: "GUARDIAN_DECRYPTION", lockKey: decryptionKey, context: { tenant } },
    { userEmail: "olga", operationType: "COMBINE_DECRYPTION", lockKey: keyOf.combine, context: { tenant } },
  ];
  for (const [index, shown] of [tallying, decrypting, combining].entries()) {
    expect(shown).toMatchObject(expected[index] ?? {});
    expect(Object.keys(shown)).toEqual(expect.arrayContaining(["startTime", "expectedEndTime"]));
    expect(shown["startTime"]).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  }
});

test("a webhook and a live listener learn that a phase ended, how, and under which lock", async () => {
  const { url } = await world.server.listen();
  const { endpoints } = world.engine.webhooks;
  await endpoints.create({ tenant: "default", url: `${origin}/hooks`, eventTypes: ["task.*", "tally.*"] });
  const live = await listen(new URL("/v1/events?topics=announcements", url));
  await vi.waitUntil(() => live.text().includes("event: ready"), WAIT);
  const [counted, stopped] = [await storeToy(world.database), await storeToy(world.database)];

  await whilePaused("tally.creation", async () => {
    await expectStatus(202, official(world, "POST", tallyPath(stopped.electionId), {}));
    await expectStatus(200, official(world, "POST", `${tallyPath(stopped.electionId)}/stop`, {}));
  });
  await expectStatus(202, official(world, "POST", tallyPath(counted.electionId), {}));
  const ended = [`task.cancelled ${tallyKey(stopped.electionId)}`, `task.completed ${tallyKey(counted.electionId)}`];
  const announced = () => live.bodies().map((body) => `${String(body["event"])} ${keyIn(body)}`);
  const hooked = () => delivered.map((body) => `${String(body["event_type"])} ${keyIn(body)}`);
  const isPhase = ({ event_type: type, data }: Record<string, unknown>) =>
    type === "tally.completed" && objectOf(data)["electionId"] === counted.electionId;
  await vi.waitUntil(() => ended.every((line) => announced().includes(line) && hooked().includes(line)), WAIT);
  await vi.waitUntil(() => delivered.some(isPhase), WAIT);
  await live.stop();

  for (const lines of [announced(), hooked()]) expect(lines.filter((line) => ended.includes(line))).toHaveLength(2);
});

/** Reads live events until `stop`. */
async function listen(url: URL) {
  const over = new AbortController();
  const headers = { authorization: `Bearer ${world.keys.viewer}` };
  const { body } = await fetch(url, { headers, signal: over.signal });
  let text = "";
  const reading = (async () => {
    for await (const bytes of body ?? []) text += Buffer.from(bytes).toString();
  })().catch(() => undefined);
  const bodies = () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data = "{}"]) => objectOf(JSON.parse(data)));
  const stop = async () => {
    over.abort();
    await reading;
  };
  return { text: () => text, bodies, stop };
}

function keyIn({ data }: Record<string, unknown>): string {
  return String(objectOf(data)["key"]);
}
