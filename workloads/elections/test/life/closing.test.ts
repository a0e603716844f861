/** Tests of closing an election, and of the rules that the database itself enforces. */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "@rota/engine";
import { violatedConstraint } from "@rota/engine/workload";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyOf, cast, createToy, encryptVote, expectStatus, FOR_ANN, openToy, submit } from "./toy-life.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
});
afterAll(() => world.dispose());

const close = (electionId: string) =>
  world.ask("POST", `/v1/elections/${electionId}/close`, { key: world.keys.operator, body: {} });

/** Stores voters who voted and ballots that were cast, all at once. The content of ballots does not matter here. */
async function fill(electionId: string, ballots: { state: string; precinct: string; count: number }[]): Promise<void> {
  const id = BigInt(electionId);
  await world.database.transaction(async (tx) => {
    await tx.query(sql`
      insert into rota.elections_devices values (${id}, 'DD', 1, 1, 1, 'x') on conflict do nothing`);
    for (const { state, precinct, count } of ballots) {
      const names = Array.from({ length: count }, () => `ballot-${randomBytes(12).toString("hex")}`);
      await tx.query(sql`
        insert into rota.elections_ballots (election_id, ballot_id, state, style_id, code, previous_code, device_hash, content, key_hash)
        select ${id}, name, ${state}, ${precinct}, md5(name), md5('before' || name), 'DD', ''::bytea, sha256(name::bytea)
          from unnest(${names}::text[]) as name`);
      if (state === "CAST")
        await tx.query(sql`
          insert into rota.elections_voters (election_id, voter_id, style_id, has_voted)
          select ${id}, 'of ' || name, ${precinct}, true from unnest(${names}::text[]) as name`);
    }
  });
}

test("an election does not close while a ballot is unverified", async () => {
  const { electionId } = await openToy(world, { voters: 1 });
  await fill(electionId, [{ state: "RECEIVED", precinct: "all", count: 2 }]);

  const refused = await close(electionId);
  await world.database.query(sql`
    update rota.elections_ballots set state = 'REJECTED', objection = 'wrong', content = null
     where election_id = ${BigInt(electionId)}`);

  expect(refused.status).toBe(409);
  expect(bodyOf(refused).member("code").text()).toBe("BALLOTS_UNVERIFIED");
  expect((await close(electionId)).status).toBe(200);
});

test("of two officials who close at once one succeeds, and no one can vote afterwards", async () => {
  const { electionId, tokens } = await openToy(world, { voters: 2 });
  const [token = ""] = tokens;
  const vote = await encryptVote(world, { electionId, token, choices: FOR_ANN });
  await expectStatus(201, submit(world, { electionId, token, vote }));

  const answers = await Promise.all([close(electionId), close(electionId)]);
  const late = await cast(world, { electionId, token, vote });
  const seen = await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}/ballots/${vote.code}`));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(late.status).toBe(409);
  expect(seen.member("state").text()).toBe("SUBMITTED");
  expect(seen.member("isCounted").boolean()).toBe(false);
});

test("every cast ballot is in one chunk of its precinct, in the order that follows from the seed, chunks nearly alike", async () => {
  const changes = {
    reporting: "precinct",
    chunkSize: 30,
    precincts: [{ precinctId: "north" }, { precinctId: "south" }],
  };
  const { electionId } = await openToy(world, { voters: 0, changes });
  await fill(electionId, [
    { state: "CAST", precinct: "north", count: 100 },
    { state: "CAST", precinct: "south", count: 7 },
    { state: "SUBMITTED", precinct: "south", count: 3 },
  ]);

  await expectStatus(200, close(electionId));

  const id = BigInt(electionId);
  const planned = await world.database.query(sql<{
    unit_id: string;
    chunk_number: number;
    ballots: number;
    ids: string[];
  }>`
    select unit_id, chunk_number, chunks.ballots, array_agg(ballot_id order by ballot_id) as ids
      from rota.elections_chunks as chunks join rota.elections_ballots as cast_ballots using (election_id, chunk_number)
     where election_id = ${id} group by 1, 2, 3 order by 2`);
  const [row] = await world.database.query(sql<{ seed: string }>`
    select encode(permutation_seed, 'hex') as seed from rota.elections where election_id = ${id}`);
  expect(planned.map(({ unit_id, ballots }) => [unit_id, ballots])).toEqual([
    ["north", 25],
    ["north", 25],
    ["north", 25],
    ["north", 25],
    ["south", 7],
  ]);
  const north = planned.filter(({ unit_id }) => unit_id === "north");
  const keyOf = (ballotId: string) =>
    createHash("sha256")
      .update(Buffer.from(row?.seed ?? "", "hex"))
      .update(ballotId)
      .digest("hex");
  const order = north.flatMap(({ ids }) => ids).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const [index, { ids }] of north.entries())
    expect(new Set(order.slice(index * 25, (index + 1) * 25))).toEqual(new Set(ids));
});

test("after closing nothing shows which rows were written together, because all have one transaction", async () => {
  const { electionId, tokens } = await openToy(world, { voters: 3 });
  for (const token of tokens.slice(0, 2)) {
    const vote = await encryptVote(world, { electionId, token, choices: FOR_ANN });
    await expectStatus(201, submit(world, { electionId, token, vote }));
    await expectStatus(200, cast(world, { electionId, token, vote }));
  }

  await expectStatus(200, close(electionId));

  const id = BigInt(electionId);
  const rows = await world.database.query(sql<{ written: string }>`
    select xmin::text as written from rota.elections_voters where election_id = ${id}
    union select xmin::text from rota.elections_ballots where election_id = ${id}`);
  expect(rows).toHaveLength(1);
});

test("an election without a ballot closes too", async () => {
  const { electionId } = await openToy(world, { voters: 0 });

  expect((await close(electionId)).status).toBe(200);
});

test.each<[what: string, constraint: string, statement: (id: bigint) => ReturnType<typeof sql>]>([
  [
    "a cast ballot without a voter who votes",
    "elections_turnout_agrees",
    (id) => sql`update rota.elections_ballots set state = 'CAST' where election_id = ${id} and state = 'SUBMITTED'`,
  ],
  [
    "a voter who has voted without a ballot",
    "elections_turnout_agrees",
    (id) =>
      sql`insert into rota.elections_voters (election_id, voter_id, style_id, has_voted) values (${id}, 'x', 'all', true)`,
  ],
  [
    "a cast ballot that is challenged",
    "elections_ballots_are_decided_once",
    (id) => sql`update rota.elections_ballots set state = 'CHALLENGED' where election_id = ${id} and state = 'CAST'`,
  ],
  [
    "a voter who has not voted after all",
    "elections_voters_vote_once",
    (id) => sql`update rota.elections_voters set has_voted = false where election_id = ${id} and has_voted`,
  ],
  [
    "a quorum above the number of guardians",
    "elections_keep_what_is_fixed",
    (id) => sql`update rota.elections set quorum = 9 where election_id = ${id}`,
  ],
  [
    "another manifest",
    "elections_keep_what_is_fixed",
    (id) => sql`update rota.elections set manifest = 'x' where election_id = ${id}`,
  ],
  [
    "another key",
    "elections_keep_what_is_fixed",
    (id) => sql`update rota.elections set public_key = 'AB' where election_id = ${id}`,
  ],
  [
    "an election that opens again",
    "elections_go_forward",
    (id) => sql`update rota.elections set state = 'READY' where election_id = ${id}`,
  ],
  [
    "a present set below the quorum",
    "elections_decrypt_with_a_quorum",
    (id) => sql`update rota.elections set present_guardians = '{1}' where election_id = ${id}`,
  ],
  [
    "a share twice",
    "elections_shares_once",
    (id) => sql`insert into rota.elections_shares (election_id, guardian, subject, subject_id, slice, shares)
                select ${id}, 1, 'unit', 'election', 1, '[]' from generate_series(1, 2)`,
  ],
])("the database refuses %s", async (_, constraint, statement) => {
  const electionId = await refusals();

  const error = await world.database.query(statement(BigInt(electionId))).catch((thrown: unknown) => thrown);

  expect(violatedConstraint(error)).toBe(constraint);
});

let refusing: string | undefined;
async function refusals(): Promise<string> {
  if (refusing !== undefined) return refusing;
  const { electionId } = await openToy(world, { voters: 1 });
  await fill(electionId, [
    { state: "CAST", precinct: "all", count: 1 },
    { state: "SUBMITTED", precinct: "all", count: 1 },
  ]);
  refusing = electionId;
  return electionId;
}

test("an election in which more guardians are needed than there are is refused", async () => {
  await expect(createToy(world, { quorum: 4 })).rejects.toThrow("must be at most the number of guardians (3)");
});
