/** Tests an election over the HTTP API, from closing to a record that anyone can verify. */
import { sql } from "@rota/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectStatus, TOY_ELECTION } from "../life/toy-life.ts";
import { openWorld, type World } from "../life/world.ts";
import { closeToy, combine, decrypt, resultsOf, tally } from "./toy-phases.ts";
import { verifyDownload } from "./toy-record-download.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
});
afterAll(() => world.dispose());

const DIGEST: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
/** One seat for two votes of each voter. */
const contests = TOY_ELECTION.contests.map((contest) =>
  contest.contestId === "council" ? { ...contest, seats: 1 } : contest,
);
const guardians = ["Gina", "Hugo", "Ida", "Jan", "Kim"].map((name) => ({ name }));
const FIVE = { guardians, quorum: 3, chunkSize: 2, contests };

test("five guardians, two missing and compensated, challenged ballots: the record is verified and the counts are those of the votes", async () => {
  const closed = await closeToy(world, { cast: 5, challenged: 2, changes: FIVE });

  await tally(world, closed.electionId);
  await decrypt(world, closed, 3);
  await combine(world, closed.electionId);

  expect(await resultsOf(world, closed.electionId)).toEqual(closed.counts);
  expect(await electedIn(closed.electionId, "council")).toBeLessThanOrEqual(1);
  const report = await verifyDownload(world, closed.electionId);
  expect(report.steps.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
  expect(await phaseEvents(closed.electionId)).toMatchObject([
    { type: "ceremony.completed", payload: { state: "READY" } },
    { type: "election.opened", payload: { state: "OPEN" } },
    { type: "election.closed", payload: { state: "CLOSED" } },
    { type: "tally.started", payload: { state: "TALLYING" } },
    { type: "tally.completed", payload: { state: "TALLIED" } },
    { type: "decryption.started", payload: { state: "DECRYPTING" } },
    { type: "decryption.completed", payload: { state: "COMBINING" } },
    { type: "result.published", payload: { state: "DECRYPTED", electionId: String(closed.electionId) } },
    { type: "record.published", payload: { state: "DECRYPTED", digest: DIGEST } },
  ]);
});

async function electedIn(electionId: string, contestId: string): Promise<number> {
  const answer = await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}/results`));
  const contest = answer
    .member("units")
    .list()
    .flatMap((unit) => unit.member("contests").list())
    .find((one) => one.member("contestId").text() === contestId);
  expect(contest?.member("votesAllowed").integer()).toBe(2);
  expect(contest?.member("seats").integer()).toBe(1);
  const selections = contest?.member("selections").list() ?? [];
  return selections.filter((selection) => selection.member("outcome").text() === "ELECTED").length;
}

const phaseEvents = (electionId: string | bigint) =>
  world.database.query(sql<{ type: string; payload: unknown }>`
    select type, payload from rota.outbox_arrivals where aggregate_type = 'ELECTION' and aggregate_id = ${String(electionId)} order by arrival`);
