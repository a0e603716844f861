/** Tests of the hours of voting: who comes too early or too late is refused, and everybody sees an extension. */
import { sql } from "@rota/engine";
import { listAudit } from "@rota/engine/admin";
import { violatedConstraint } from "@rota/engine/workload";
import { afterAll, beforeAll, expect, test } from "vitest";
import { votingHours } from "../../src/tasks/voting-hours.ts";
import {
  bodyOf,
  cast,
  challenge,
  createToy,
  encryptVote,
  expectStatus,
  FOR_ANN,
  holdCeremony,
  openToy,
  submit,
  TOY_ELECTION,
} from "./toy-life.ts";
import { openWorld, type Asked, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
});
afterAll(() => world.dispose());

const codeIn = (asked: Asked) => bodyOf(asked).member("code").text();
const HOUR = 3_600;

/** Sets the hours relative to the clock of the database, in seconds. The trigger that keeps them is put aside. */
async function setHours(electionId: string, { starts, ends }: { starts: number; ends: number }): Promise<void> {
  await world.database.transaction(async (tx) => {
    await tx.query(sql`alter table rota.elections disable trigger elections_keep`);
    await tx.query(sql`
      update rota.elections
         set starts_at = clock_timestamp() + ${starts} * interval '1 second', ends_at = clock_timestamp() + ${ends} * interval '1 second'
       where election_id = ${BigInt(electionId)}`);
    await tx.query(sql`alter table rota.elections enable trigger elections_keep`);
  });
}

const stateOf = async (electionId: string) =>
  (await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}/hours`))).member("state").text();
const runSchedule = async (electionId: string) => {
  const place = { tenant: "default", group: `election-${electionId}` };
  await (await world.engine.submit(votingHours, { electionId }, place)).result();
};

test("the hours begin with their first second and end before their last", async () => {
  const [row] = await world.database.query(sql<{ found: string[] }>`
    select array_agg(rota.elections_voting('2026-11-01 08:00:00Z', '2026-11-01 18:00:00Z', at::timestamptz) order by at) as found
      from unnest(array['2026-11-01 07:59:59Z', '2026-11-01 08:00:00Z', '2026-11-01 08:00:01Z',
                        '2026-11-01 17:59:59Z', '2026-11-01 18:00:00Z', '2026-11-01 18:00:01Z']) as at`);

  expect(row?.found).toEqual(["BEFORE", "DURING", "DURING", "DURING", "AFTER", "AFTER"]);
});

test("a ballot is refused before the hours and after them, and accepted one second after they begin", async () => {
  const { electionId, tokens } = await openToy(world, { voters: 1 });
  const [token = ""] = tokens;
  const vote = await encryptVote(world, { electionId, token, choices: FOR_ANN });
  const send = () => submit(world, { electionId, token, vote });

  await setHours(electionId, { starts: HOUR, ends: 2 * HOUR });
  const early = await send();
  await setHours(electionId, { starts: -HOUR, ends: -1 });
  const late = await send();
  await setHours(electionId, { starts: -1, ends: HOUR });
  const onTime = await send();

  expect([early.status, late.status, onTime.status]).toEqual([409, 409, 201]);
  expect([codeIn(early), codeIn(late)]).toEqual(["VOTING_CLOSED", "VOTING_CLOSED"]);
  expect(bodyOf(early).member("detail").text()).toContain("begins at");
  expect(bodyOf(late).member("detail").text()).toContain("ended at");
});

test("a ballot that came during the hours is neither cast nor challenged one second after them, and a cast one stays cast", async () => {
  const { electionId, tokens } = await openToy(world, { voters: 2 });
  const [first = "", second = ""] = tokens;
  const done = await encryptVote(world, { electionId, token: first, choices: FOR_ANN });
  const late = await encryptVote(world, { electionId, token: second, choices: FOR_ANN });
  await expectStatus(201, submit(world, { electionId, token: first, vote: done }));
  await expectStatus(201, submit(world, { electionId, token: second, vote: late }));
  await expectStatus(200, cast(world, { electionId, token: first, vote: done }));

  await setHours(electionId, { starts: -HOUR, ends: -1 });

  expect(codeIn(await cast(world, { electionId, token: second, vote: late }))).toBe("VOTING_CLOSED");
  expect(codeIn(await challenge(world, { electionId, vote: late }))).toBe("VOTING_CLOSED");
  await expectStatus(200, cast(world, { electionId, token: first, vote: done }));
  const body = { electionId: Number(electionId) };
  const eligible = await expectStatus(200, world.ask("POST", "/api/eligibility", { token: second, body }));
  expect(eligible.member("eligible").boolean()).toBe(false);
  expect(eligible.member("reason").text()).toBe("voting has ended");
});

test("the database itself refuses ballots and decisions outside of the hours", async () => {
  const { electionId, tokens } = await openToy(world, { voters: 1 });
  const [token = ""] = tokens;
  const vote = await encryptVote(world, { electionId, token, choices: FOR_ANN });
  await expectStatus(201, submit(world, { electionId, token, vote }));
  await setHours(electionId, { starts: -HOUR, ends: -1 });
  const id = BigInt(electionId);

  const errors = [
    sql`update rota.elections_ballots set state = 'CAST' where election_id = ${id}`,
    sql`insert into rota.elections_ballots (election_id, ballot_id, style_id, code, previous_code, device_hash, content, key_hash)
        select election_id, 'other', style_id, 'AB', 'CD', device_hash, content, key_hash from rota.elections_ballots where election_id = ${id}`,
  ].map((statement) => world.database.query(statement).catch((error: unknown) => violatedConstraint(error)));

  const constraint = "elections_ballots_in_voting_hours";
  expect(await Promise.all(errors)).toEqual([constraint, constraint]);
});

test("an election that would have ended already is not created", async () => {
  const count = () => world.database.query(sql`select election_id from rota.elections`);
  const before = await count();

  const body = { ...TOY_ELECTION, startsAt: "2020-01-01T08:00:00Z", endsAt: "2020-01-01T18:00:00Z" };
  const answer = await world.ask("POST", "/v1/elections", { key: world.keys.operator, body });

  expect(answer.status).toBe(400);
  expect(bodyOf(answer).member("detail").text()).toContain("choose an end in the future");
  expect(await count()).toEqual(before);
});

test("an election opens when its hours begin and closes when they end", async () => {
  const electionId = await createToy(world, {
    startsAt: "2035-01-01T08:00:00Z",
    guardians: [{ name: "Gina" }],
    quorum: 1,
  });
  const scheduled = await dueTimes(electionId);
  await holdCeremony(world, electionId);

  const before = await stateOf(electionId);
  await setHours(electionId, { starts: -1, ends: HOUR });
  await runSchedule(electionId);
  const during = await stateOf(electionId);
  await setHours(electionId, { starts: -HOUR, ends: -1 });
  await runSchedule(electionId);

  expect(scheduled).toEqual(["2035-01-01T08:00:00.000Z"]);
  expect([before, during, await stateOf(electionId)]).toEqual(["READY", "OPEN", "CLOSED"]);
  const filter = { subject: { type: "election", id: electionId } };
  const { entries } = await listAudit(world.database, { tenant: "default", limit: 100, filter });
  const actors = new Map(entries.map(({ action, actor }) => [action, actor]));
  expect([actors.get("election.opened"), actors.get("election.closed")]).toEqual(["schedule", "schedule"]);
});

test("voters, observers and the audit log show an extension with its reason, and it cannot be taken back", async () => {
  const { ask, keys } = world;
  const { electionId, tokens } = await openToy(world, { voters: 1 });
  const [token = ""] = tokens;
  const extend = (endsAt: string) =>
    ask("POST", `/v1/elections/${electionId}/hours/extend`, {
      key: keys.operator,
      body: { endsAt, reason: "power cut" },
    });

  const shorter = await extend("2030-01-01T00:00:00Z");
  await expectStatus(200, extend("2037-01-01T00:00:00Z"));

  const seen = await expectStatus(200, ask("GET", `/v1/elections/${electionId}/hours`));
  const paper = await expectStatus(200, ask("GET", `/v1/elections/${electionId}/voting`, { token }));
  for (const hours of [seen.member("hours"), paper.member("hours")]) {
    const [extension] = hours.member("extensions").list();
    expect(hours.member("endsAt").text()).toBe("2037-01-01T00:00:00.000Z");
    expect(hours.member("plannedEndsAt").text()).toBe("2036-11-01T18:00:00.000Z");
    expect(extension?.member("reason").text()).toBe("power cut");
    expect(extension?.member("by").text()).toBe("olga");
  }
  expect([shorter.status, codeIn(shorter)]).toEqual([400, "VOTING_HOURS_INVALID"]);
  const filter = { subject: { type: "election", id: electionId } };
  const { entries } = await listAudit(world.database, { tenant: "default", limit: 100, filter });
  const extension = entries.find(({ action }) => action === "election.hours-extended");
  expect(extension).toMatchObject({ actor: "olga", details: { reason: "power cut" } });
  const back = world.database.query(sql`
    update rota.elections set ends_at = '2036-11-01 18:00Z', extensions = '[]' where election_id = ${BigInt(electionId)}`);
  expect(violatedConstraint(await back.catch((error: unknown) => error))).toBe("elections_keep_what_is_fixed");
});

test("voting that is over is not extended", async () => {
  const { electionId } = await openToy(world, { voters: 0 });
  await setHours(electionId, { starts: -HOUR, ends: -1 });

  const answer = await world.ask("POST", `/v1/elections/${electionId}/hours/extend`, {
    key: world.keys.operator,
    body: { endsAt: "2037-01-01T00:00:00Z", reason: "too late" },
  });

  expect([answer.status, codeIn(answer)]).toEqual([409, "VOTING_CLOSED"]);
});

/** Returns when the waiting schedules of an election are due. */
async function dueTimes(electionId: string): Promise<string[]> {
  const rows = await world.database.query(sql<{ due_at: Date }>`
    select due_at from rota.chunks join rota.tasks using (task_id)
     where type = ${votingHours.name} and group_name = ${`election-${electionId}`} and due_at is not null`);
  return rows.map(({ due_at: dueAt }) => dueAt.toISOString());
}
