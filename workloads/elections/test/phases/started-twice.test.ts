/** Tests two people who start the same phase: one starts it, the other learns who started it and when. */
import { setLane } from "@rota/engine/admin";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bodyOf, expectStatus } from "../life/toy-life.ts";
import { storeToy } from "./stored-toy.ts";
import { openWorld, type World } from "../life/world.ts";
import { board, combine, giveCredential, official, sealedBy, tally, untilComplete, WAIT } from "./toy-phases.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
});
afterAll(() => world.dispose());

/** Pauses a queue, so that work starts only after both people have their answers. */
async function whilePaused<Result>(queue: string, work: () => Promise<Result>): Promise<Result> {
  await setLane(world.database, { queue }, { isPaused: true });
  const result = await work();
  await setLane(world.database, { queue }, { isPaused: false });
  return result;
}

test("two officials start the tally at the same time: one starts it, the other learns who did and when", async () => {
  const { electionId } = await storeToy(world.database, { cast: 2, chunkSize: 1 });
  const start = (key: string, path: string) =>
    world.ask("POST", path, { key, body: { election_id: Number(electionId) } });

  const answers = await whilePaused("tally.creation", () =>
    Promise.all([start(world.keys.operator, "/api/tally/create"), start(world.keys.admin, "/api/create-tally")]),
  );

  const bodies = answers.map(bodyOf);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(bodies.every((body) => body.member("success").boolean())).toBe(true);
  const tallies = bodies.map((body) => body.optional("encryptedTally")?.text());
  expect(tallies.filter((given) => given === "INITIATED:2")).toHaveLength(1);
  const other = bodies[tallies.indexOf(undefined)];
  expect(other?.member("message").text()).toMatch(
    /^Tally creation is already in progress\. Started by (olga|root) at \d{4}-\d\d-\d\dT/,
  );
  await vi.waitUntil(async () => {
    const status = await expectStatus(200, official(world, "GET", `/api/election/${electionId}/tally-status`));
    return status.member("status").text() === "completed" && !status.member("isLocked").boolean();
  }, WAIT);
});

test("a guardian decrypts from two devices: one runs, the other learns who and when; /v1 refuses with a problem", async () => {
  const { electionId, guardians } = await storeToy(world.database, { cast: 1, guardians: 3, quorum: 2 });
  await tally(world, electionId);
  const [first, second, third] = guardians;
  if (first === undefined || second === undefined || third === undefined) throw new Error("three guardians");
  const body = { electionId: Number(electionId), encrypted_data: await sealedBy(world, electionId, first) };
  const give = () => world.ask("POST", "/api/decryption/initiate", { token: first.token, body });

  const [given, again] = await whilePaused("partial.decryption", async () => [
    await Promise.all([give(), give()]),
    await Promise.all([giveCredential(world, electionId, second), giveCredential(world, electionId, second)]),
  ]);
  const messages = given.map((answer) => bodyOf(answer).member("message").text());

  expect(messages).toContain("Decryption is being processed...");
  expect(messages.find((message) => message.includes("already"))).toMatch(
    /^Decryption is already in progress\. Started by Guardian 1 at /,
  );
  expect(again.map(({ status }) => status).sort()).toEqual([202, 409]);
  const refused = again.find(({ status }) => status === 409);
  expect(refused === undefined ? "" : bodyOf(refused).member("code").text()).toBe("PHASE_RUNNING");
});

test("combining waits for all guardians, names those who are missing, and runs once", async () => {
  const { electionId, guardians } = await storeToy(world.database, { cast: 1, guardians: 3, quorum: 2 });
  await tally(world, electionId);
  const [first, second] = guardians;
  if (first === undefined || second === undefined) throw new Error("three guardians");
  await expectStatus(202, giveCredential(world, electionId, first));

  const early = await official(world, "POST", `/v1/elections/${electionId}/combine`, {});
  await expectStatus(202, giveCredential(world, electionId, second));
  await vi.waitUntil(async () => {
    const guardiansNow = (await board(world, electionId)).member("guardians").list();
    return guardiansNow.filter((one) => one.member("state").text() === "DECRYPTED").length === 2;
  }, WAIT);
  const missing = { guardians: [3] };
  await expectStatus(200, official(world, "POST", `/v1/elections/${electionId}/decryption/missing`, missing));
  await untilComplete(world, electionId);
  await combine(world, electionId);
  const late = await official(world, "POST", `/v1/elections/${electionId}/combine`, {});
  const tallied = await official(world, "POST", `/v1/elections/${electionId}/tally`, {});

  expect(early.status).toBe(409);
  expect(bodyOf(early).member("detail").text()).toContain("guardian guardian-2 has not given all its shares");
  expect([late.status, tallied.status]).toEqual([409, 409]);
  expect(bodyOf(late).member("code").text()).toBe("ELECTION_STATE_WRONG");
});
