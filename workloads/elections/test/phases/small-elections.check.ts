/** Tests extreme elections: no ballots, few ballots, one guardian, no challenged ballots, only challenged ballots. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { groupOf } from "../../src/core/node/native-crypto.ts";
import { expectStatus } from "../life/toy-life.ts";
import { openWorld, type World } from "../life/world.ts";
import { combine, decrypt, resultsOf, tally } from "./toy-phases.ts";
import { storeToy } from "./stored-toy.ts";
import { verifyDownload } from "./toy-record-download.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
});
afterAll(() => world.dispose());

test.each([
  { title: "an election in which nobody voted", cast: 0, challenged: 0, guardians: 1 },
  { title: "an election with one ballot and one guardian", cast: 1, challenged: 0, guardians: 1 },
  { title: "an election in which every ballot was challenged", cast: 0, challenged: 2, guardians: 2 },
])("$title has results that agree and a record that is valid", async ({ cast, challenged, guardians }) => {
  const closed = await storeToy(world.database, { cast, challenged, guardians });

  await tally(world, closed.electionId);
  await decrypt(world, closed, guardians);
  await combine(world, closed.electionId);

  expect(await resultsOf(world, closed.electionId)).toEqual(closed.counts);
  expect((await verifyDownload(world, closed.electionId)).verdict).toBe("valid");
  const answer = await expectStatus(200, world.ask("GET", `/v1/elections/${closed.electionId}/results`));
  const reconciliation = answer.member("reconciliation");
  expect(["voted", "cast", "tallied", "challenged"].map((name) => reconciliation.member(name).integer())).toEqual([
    cast,
    cast,
    cast,
    challenged,
  ]);
});

test("with reporting by chunk, sub-totals add up to the results of the election", async () => {
  const closed = await storeToy(world.database, { cast: 4, copies: 10, chunkSize: 20, reporting: "chunk" });

  await tally(world, closed.electionId);
  await decrypt(world, closed, 1);
  await combine(world, closed.electionId);

  const answer = await expectStatus(200, world.ask("GET", `/v1/elections/${closed.electionId}/results`));
  const votesIn = (unitId: string) =>
    answer
      .member("units")
      .list()
      .filter((unit) => unit.member("unitId").text() === unitId)
      .flatMap((unit) => unit.member("contests").list())
      .map((contest) => contest.member("votes").integer());
  const [first, second, whole] = ["chunk-1", "chunk-2", "election"].map(votesIn);
  expect(whole).toHaveLength(2);
  expect(whole).toEqual(first?.map((votes, contest) => votes + (second?.[contest] ?? 0)));
  expect(await resultsOf(world, closed.electionId)).toEqual(closed.counts);
});

test.runIf(process.env["ROTA_LONG"] === "1")(
  "in the group of 4096 bits, with a guardian missing and a ballot challenged, two verifiers accept the record",
  { timeout: 900_000 },
  async () => {
    const group = "eg-v1-4096";
    const closed = await storeToy(world.database, { cast: 2, challenged: 1, guardians: 3, quorum: 2, group });

    await tally(world, closed.electionId);
    await decrypt(world, closed, 2);
    await combine(world, closed.electionId);

    expect(await resultsOf(world, closed.electionId)).toEqual(closed.counts);
    expect((await verifyDownload(world, closed.electionId, groupOf(group))).verdict).toBe("valid");
  },
);
