/** Tests of ballots while no worker checks them: they are stored, do not count yet, and are decided later. */
import { setLane } from "@rota/engine/admin";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CHECKS_QUEUE } from "../../src/tasks/check-guardian.ts";
import { bodyOf, cast, encryptVote, expectStatus, FOR_ANN, openToy } from "./toy-life.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
});
afterAll(() => world.dispose());

test("without workers a ballot is only received, and it can be cast after a worker has checked it", async () => {
  const { electionId, tokens } = await openToy(world, { voters: 1 });
  const [token = ""] = tokens;
  const vote = await encryptVote(world, { electionId, token, choices: FOR_ANN });
  const { ballot, device, castKeyHash } = vote;
  const path = `/v1/elections/${electionId}/ballots`;
  const seen = async () => (await expectStatus(200, world.ask("GET", `${path}/${vote.code}`))).member("state").text();
  await setLane(world.database, { queue: CHECKS_QUEUE }, { isPaused: true });

  const submitted = await world.ask("POST", path, {
    token,
    body: { ballot, device, castKeyHash },
    headers: { prefer: "respond-async, wait=0" },
  });
  const early = await cast(world, { electionId, token, vote });
  const closing = await world.ask("POST", `/v1/elections/${electionId}/close`, { key: world.keys.operator, body: {} });

  expect(submitted).toMatchObject({ status: 202, body: { state: "RECEIVED", code: vote.code } });
  expect(early.status).toBe(409);
  expect(bodyOf(closing).member("code").text()).toBe("BALLOTS_UNVERIFIED");
  await setLane(world.database, { queue: CHECKS_QUEUE }, { isPaused: false });
  await vi.waitUntil(async () => (await seen()) === "SUBMITTED");
  await expectStatus(200, cast(world, { electionId, token, vote }));
  expect(await seen()).toBe("CAST");
});
