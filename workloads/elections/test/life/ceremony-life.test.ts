/** Tests of the key ceremony: no key is accepted without proof, and no bad backup stays undetected. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { toHex } from "../../src/core/crypto/hash.ts";
import { pointAt } from "../../src/core/crypto/scalars.ts";
import { guardianToJson } from "../../src/core/records/write-ballot.ts";
import { toyGroup } from "../toy-election.ts";
import {
  backUp,
  bodyOf,
  createToy,
  expectStatus,
  holdCeremony,
  inviteGuardians,
  publish,
  verifyBackups,
  type ToyGuardian,
} from "./toy-life.ts";
import { openWorld, type Asked, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
});
afterAll(() => world.dispose());

const codeIn = (asked: Asked) => bodyOf(asked).member("code").text();
const boardOf = (electionId: string) => expectStatus(200, world.ask("GET", `/v1/elections/${electionId}/ceremony`));

async function invited(): Promise<{ electionId: string; guardians: [ToyGuardian, ToyGuardian, ToyGuardian] }> {
  const electionId = await createToy(world);
  const [one, two, three] = await inviteGuardians(world, electionId);
  if (one === undefined || two === undefined || three === undefined) throw new Error("three guardians were asked for");
  return { electionId, guardians: [one, two, three] };
}

test("the board shows who is missing in each round, and after the last verification the election is ready", async () => {
  const { electionId, guardians } = await invited();
  const rounds: number[] = [];
  const noteRound = async () => rounds.push((await boardOf(electionId)).member("round").integer());

  for (const guardian of guardians) await expectStatus(200, publish(world, electionId, guardian));
  await noteRound();
  for (const guardian of guardians) await expectStatus(200, backUp(world, electionId, guardian));
  await noteRound();
  for (const guardian of guardians) await expectStatus(200, verifyBackups(world, electionId, guardian));
  await noteRound();

  expect(rounds).toEqual([2, 3, 4]);
  expect((await boardOf(electionId)).member("state").text()).toBe("READY");
});

test("keys with a wrong proof, of another guardian, with too few coefficients or with another public key are refused", async () => {
  const { electionId, guardians } = await invited();
  const [one, two] = guardians;
  const path = `/v1/elections/${electionId}/ceremony/keys`;
  const send = (guardian: object) => world.ask("POST", path, { token: one.token, body: { guardian } });
  const right = guardianToJson(one.keys.public);
  const [proof, ...proofs] = right.election_proofs;

  const wrongProof = await send({ ...right, election_proofs: [{ ...proof, response: "01" }, ...proofs] });
  const others = await send(guardianToJson(two.keys.public));
  const tooFew = await send({
    ...right,
    election_commitments: right.election_commitments.slice(1),
    election_proofs: proofs,
  });

  const otherKey = await send({ ...right, election_public_key: "05" });

  for (const answer of [wrongProof, others, tooFew, otherKey]) {
    expect(answer.status).toBe(400);
    expect(codeIn(answer)).toBe("CEREMONY_INVALID");
  }
  expect((await boardOf(electionId)).member("round").integer()).toBe(1);
});

test("a guardian publishes once, and may send the same keys again", async () => {
  const { electionId, guardians } = await invited();
  const [one] = guardians;
  const [other] = await inviteGuardians(world, await createToy(world));
  await expectStatus(200, publish(world, electionId, one));

  const again = await publish(world, electionId, one);
  const changed = await publish(world, electionId, { token: one.token, keys: other?.keys ?? one.keys });

  expect(again.status).toBe(200);
  expect(codeIn(changed)).toBe("CEREMONY_INVALID");
});

test("an unusable backup is challenged, and the ceremony continues after the right point is published", async () => {
  const { electionId, guardians } = await invited();
  const [one, two] = guardians;
  for (const guardian of guardians) await expectStatus(200, publish(world, electionId, guardian));
  const spoil = (sealed: { pad: string; data: string; mac: string }, receiver: number) =>
    receiver === 2 ? { ...sealed, mac: "00".repeat(32) } : sealed;
  await expectStatus(200, backUp(world, electionId, one, spoil));
  for (const guardian of guardians.slice(1)) await expectStatus(200, backUp(world, electionId, guardian));
  for (const guardian of guardians) await expectStatus(200, verifyBackups(world, electionId, guardian));
  const challenged = (await boardOf(electionId)).member("challenges").list();
  const path = `/v1/elections/${electionId}/ceremony/points`;
  const point = pointAt(toyGroup, one.keys.coefficients, two.keys.public.sequence);

  const wrong = await world.ask("POST", path, { token: one.token, body: { receiver: 2, point: "05" } });
  const right = await world.ask("POST", path, { token: one.token, body: { receiver: 2, point: toHex(point) } });

  expect(challenged.map((json) => json.member("sender").integer())).toEqual([1]);
  expect(codeIn(wrong)).toBe("KEY_BACKUP_INVALID");
  expect(right.status).toBe(200);
  expect((await boardOf(electionId)).member("state").text()).toBe("READY");
});

test("a ceremony that was spoiled starts again, with another guardian", async () => {
  const { electionId, guardians } = await invited();
  for (const guardian of guardians) await expectStatus(200, publish(world, electionId, guardian));
  const body = { reason: "Hugo cheated", replace: { sequence: 2, name: "Jo" } };

  await expectStatus(
    200,
    world.ask("POST", `/v1/elections/${electionId}/ceremony/restart`, { key: world.keys.operator, body }),
  );
  const board = await boardOf(electionId);

  expect(board.member("round").integer()).toBe(1);
  expect(codeIn(await publish(world, electionId, guardians[1]))).toBe("ELECTION_TOKEN_INVALID");
});

test("backups come after keys, for each of the others, and an election opens after all rounds only", async () => {
  const { electionId, guardians } = await invited();
  const [one] = guardians;
  await expectStatus(200, publish(world, electionId, one));

  const early = await world.ask("POST", `/v1/elections/${electionId}/ceremony/backups`, {
    token: one.token,
    body: { backups: [] },
  });
  const open = await world.ask("POST", `/v1/elections/${electionId}/open`, { key: world.keys.operator, body: {} });

  expect(codeIn(early)).toBe("CEREMONY_CONFLICT");
  expect(codeIn(open)).toBe("ELECTION_STATE_WRONG");
});

test("an opened election keeps its keys: the ceremony cannot start again", async () => {
  const electionId = await createToy(world);
  await holdCeremony(world, electionId);
  const key = world.keys.operator;
  await expectStatus(200, world.ask("POST", `/v1/elections/${electionId}/open`, { key, body: {} }));

  const again = await world.ask("POST", `/v1/elections/${electionId}/ceremony/restart`, {
    key,
    body: { reason: "why not" },
  });

  expect(codeIn(again)).toBe("ELECTION_STATE_WRONG");
});
