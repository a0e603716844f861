/** Tests a whole election as officials, guardians, voters and observers use it over the HTTP API. */
import { listAudit } from "@rota/engine/admin";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast, challenge, encryptVote, expectStatus, FOR_ANN, openToy, submit } from "./toy-life.ts";
import { openWorld, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
});
afterAll(() => world.dispose());

test("an election goes from creation over the ceremony, voting and a challenge to its plan of chunks", async () => {
  const { electionId, tokens } = await openToy(world, { voters: 3 });
  const [first = "", second = "", third = ""] = tokens;
  for (const token of [first, second]) {
    const vote = await encryptVote(world, { electionId, token, choices: FOR_ANN });
    const submitted = await expectStatus(201, submit(world, { electionId, token, vote }));
    expect(submitted.member("code").text()).toBe(vote.code);
    await expectStatus(200, cast(world, { electionId, token, vote }));
  }
  const tried = await encryptVote(world, { electionId, token: third, choices: FOR_ANN });
  await expectStatus(201, submit(world, { electionId, token: third, vote: tried }));

  const opened = await expectStatus(200, challenge(world, { electionId, vote: tried }));
  const before = await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}`, { key: world.keys.viewer }));
  const closed = await expectStatus(
    200,
    world.ask("POST", `/v1/elections/${electionId}/close`, { key: world.keys.operator, body: {} }),
  );
  const got = await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}`, { key: world.keys.viewer }));

  expect(opened.member("state").text()).toBe("CHALLENGED");
  expect(opened.member("opened").member("verdict").text()).toBe("REPEATED");
  expect(opened.member("opened").member("votes").member("mayor").member("mayor-mayor-candidate-1").integer()).toBe(1);
  expect(closed.member("state").text()).toBe("CLOSED");
  for (const standing of [before, got].map((answer) => answer.member("standing"))) {
    expect(standing.member("voters").integer()).toBe(3);
    expect(standing.member("voted").integer()).toBe(2);
    expect(standing.member("ballots").member("cast").integer()).toBe(2);
    expect(standing.member("ballots").member("challenged").integer()).toBe(1);
  }
});

test("one guardian alone can hold an election", async () => {
  const changes = { guardians: [{ name: "Gina" }], quorum: 1 };

  const { electionId } = await openToy(world, { changes });
  const got = await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}`, { key: world.keys.viewer }));

  expect(got.member("election").member("state").text()).toBe("OPEN");
});

test("every action of officials and guardians is in the audit log, with the actor and without tokens", async () => {
  const { electionId, tokens } = await openToy(world, { voters: 1 });

  const filter = { subject: { type: "election", id: electionId } };
  const { entries } = await listAudit(world.database, { tenant: "default", limit: 100, filter });

  const acts = new Map(entries.map(({ action, actor }) => [action, actor]));
  expect(acts.get("election.created")).toBe("olga");
  expect(acts.get("election.voters-added")).toBe("olga");
  expect(acts.get("election.opened")).toBe("olga");
  expect([...acts.keys()].sort()).toEqual([
    "election.created",
    "election.guardian-backed-up",
    "election.guardian-published",
    "election.guardian-tokens-given",
    "election.opened",
    "election.voter-tokens-given",
    "election.voters-added",
  ]);
  expect(JSON.stringify(entries)).not.toContain(tokens[0]);
});
