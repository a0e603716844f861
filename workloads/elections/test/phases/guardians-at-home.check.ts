/**
 * Tests that guardians with keys at home hold the ceremony and decrypt through the server, which never sees a secret.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGuardianKeys } from "../../src/core/guardians/key-ceremony.ts";
import { judgeBackups, prepareBackups } from "../../src/core/home/ceremony-at-home.ts";
import { decryptAtHome } from "../../src/core/home/decrypt-at-home.ts";
import { createGuardianClient, type GuardianClient } from "../../src/core/home/guardian-client.ts";
import { createToy, expectStatus } from "../life/toy-life.ts";
import { openWorld, type World } from "../life/world.ts";
import { toyGroup } from "../toy-election.ts";
import { closeToy, combine, official, resultsOf, tally, untilComplete, type ClosedToy } from "./toy-phases.ts";
import { verifyDownload } from "./toy-record-download.ts";

let world: World;
let server = "";

beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
  server = (await world.server.listen()).url;
});
afterAll(() => world.dispose());

test("the three rounds of the ceremony, from the guardians' own machines", async () => {
  const electionId = await createToy(world);
  const given = await expectStatus(200, official(world, "POST", `/v1/elections/${electionId}/guardians/tokens`, {}));
  const tokens = given
    .member("tokens")
    .list()
    .map((one) => one.member("token").text());
  const clients = tokens.map((token) => createGuardianClient({ server, electionId, token }));
  const first = clients[0];
  if (first === undefined) throw new Error("a guardian");
  const { quorum, guardianIds, group } = await first.board();

  const all = [...guardianIds].map(([sequence, guardianId]) =>
    createGuardianKeys(toyGroup, { guardianId, sequence, quorum }),
  );
  for (const [index, keys] of all.entries()) await clients[index]?.publishKeys(keys.public);
  const guardians = await first.guardians();
  for (const [index, keys] of all.entries())
    await clients[index]?.sendBackups(prepareBackups(toyGroup, { keys, guardians }));
  for (const [index, keys] of all.entries()) {
    const backups = (await clients[index]?.backups(guardians)) ?? [];
    const verdicts = judgeBackups(toyGroup, { keys, guardians, backups });
    expect(verdicts.map(({ objection }) => objection)).toEqual([undefined, undefined]);
    await clients[index]?.judge(verdicts);
  }

  expect([group, quorum]).toEqual(["toy-256", 2]);
  const board = await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}/ceremony`));
  expect(board.member("state").text()).toBe("READY");
});

test("shares made at home are accepted, also for a missing guardian, and give the right counts and record", async () => {
  const closed = await closeToy(world, { cast: 3, challenged: 1 });
  const { electionId, guardians } = closed;
  await tally(world, electionId);
  await expectStatus(
    200,
    official(world, "POST", `/v1/elections/${electionId}/decryption/missing`, { guardians: [3] }),
  );

  for (const index of [0, 1]) await decryptHere(closed, index);
  await untilComplete(world, electionId);
  await combine(world, electionId);

  expect(guardians).toHaveLength(3);
  expect(await resultsOf(world, electionId)).toEqual(closed.counts);
  expect((await verifyDownload(world, electionId)).verdict).toBe("valid");
});

test("a refusal or an unreachable server is reported with its reason and without the token", async () => {
  const electionId = await createToy(world);
  const stranger = createGuardianClient({ server, electionId, token: "not-a-token" });
  const nowhere = createGuardianClient({ server: "http://127.0.0.1:9", electionId, token: "not-a-token" });

  await expect(stranger.backups([])).rejects.toMatchObject({ code: "ELECTION_SERVER_REFUSED" });
  await expect(nowhere.board()).rejects.toMatchObject({ code: "ELECTION_SERVER_UNREACHABLE" });
  for (const client of [stranger, nowhere]) {
    const error: unknown = await client.missing().catch((refused: unknown) => refused);
    expect(String(error)).not.toContain("not-a-token");
  }
});

async function decryptHere({ electionId, guardians }: ClosedToy, index: number): Promise<void> {
  const guardian = guardians[index];
  if (guardian === undefined) throw new Error("a guardian");
  const { keys, token } = guardian;
  const client: GuardianClient = createGuardianClient({ server, electionId, token });
  const published = await client.published(toyGroup);
  const missing = published.guardians.filter(({ sequence }) => sequence === 3).map(({ guardianId }) => guardianId);
  const backups = await client.backups(published.guardians);
  const { cast, challenged, shares } = await decryptAtHome(toyGroup, { keys, published, missing, backups });
  expect([cast, challenged]).toEqual([3, 1]);
  for (const slice of shares) await client.giveShares(slice);
}
