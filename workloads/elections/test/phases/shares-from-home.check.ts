/** Tests guardians with keys at home, and lost or wrong credentials and shares. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { randomScalar } from "../../src/core/crypto/scalars.ts";
import { createGuardianKeys } from "../../src/core/guardians/key-ceremony.ts";
import { readPhaseElection } from "../../src/store/phase-election.ts";
import { decryptShare, type ShareForm, writeShare } from "../../src/core/tally/decryption-shares.ts";
import { credentialKey } from "../../src/tasks/phase-work.ts";
import { readCiphertext } from "../../src/core/records/read-ballot.ts";
import type { JsonValue } from "../../src/core/records/json-reader.ts";
import { bodyOf, expectStatus, type ToyGuardian } from "../life/toy-life.ts";
import { openWorld, type World } from "../life/world.ts";
import { toyGroup } from "../toy-election.ts";
import { board, combine, giveCredential, official, resultsOf, tally, untilComplete, WAIT } from "./toy-phases.ts";
import { storeToy } from "./stored-toy.ts";
import { verifyDownload } from "./toy-record-download.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
});
afterAll(() => world.dispose());

type Given = { electionId: string; guardian: ToyGuardian };

async function openSlices({ electionId, guardian }: Given): Promise<JsonValue[]> {
  const path = `/v1/elections/${electionId}/decryption/open-slices`;
  return (await expectStatus(200, world.ask("GET", path, { token: guardian.token }))).member("slices").list();
}

/** Makes the shares of one slice as the guardian's machine does. */
async function makeShares({ electionId, guardian }: Given, slice: JsonValue): Promise<ShareForm[]> {
  const name = new URLSearchParams({
    subject: slice.member("subject").text(),
    subjectId: slice.member("subjectId").text(),
    slice: String(slice.member("slice").integer()),
  });
  const path = `/v1/elections/${electionId}/decryption/slices?${String(name)}`;
  const items = (await expectStatus(200, world.ask("GET", path))).member("items").list();
  const { context } = await readPhaseElection(world.database, BigInt(electionId));
  return items.map((item) => {
    const work = { ciphertext: readCiphertext(item), context, nonce: randomScalar(toyGroup) };
    const place = { contest: item.member("contest").text(), selection: item.member("selection").text() };
    return writeShare(place, decryptShare(toyGroup, guardian.keys, work));
  });
}

function give({ electionId, guardian }: Given, slice: JsonValue, shares: readonly ShareForm[]) {
  const body = {
    subject: slice.member("subject").text(),
    subjectId: slice.member("subjectId").text(),
    slice: slice.member("slice").integer(),
    shares,
  };
  return world.ask("POST", `/v1/elections/${electionId}/decryption/shares`, { token: guardian.token, body });
}

test("shares made at home are checked one by one: a wrong one is refused with its reason, right ones decrypt the election", async () => {
  const closed = await storeToy(world.database, { cast: 2, challenged: 1 });
  const { electionId, counts } = closed;
  const [guardian] = closed.guardians;
  if (guardian === undefined) throw new Error("one guardian");
  await tally(world, electionId);
  const given = { electionId, guardian };
  const slices = await openSlices(given);

  for (const slice of slices) {
    const shares = await makeShares(given, slice);
    const flipped = shares.map((share, index) =>
      index === 1 ? { ...share, share: flipLastDigit(share.share) } : share,
    );
    const wrong = await give(given, slice, flipped);
    const short = await give(given, slice, shares.slice(1));
    expect([wrong.status, short.status]).toEqual([400, 400]);
    expect(bodyOf(wrong).member("detail").text()).toContain("the share of guardian guardian-1 is wrong");
    expect((await expectStatus(200, give(given, slice, shares))).member("isNew").boolean()).toBe(true);
    expect(
      (await expectStatus(200, give(given, slice, await makeShares(given, slice)))).member("isNew").boolean(),
    ).toBe(false);
  }
  await untilComplete(world, electionId);
  await combine(world, electionId);

  expect(slices).toHaveLength(2);
  expect(await openSlices(given)).toEqual([]);
  expect(await resultsOf(world, electionId)).toEqual(counts);
  expect((await verifyDownload(world, electionId)).verdict).toBe("valid");
});

test("keys of another guardian are refused, the election shows it, and the work continues with the right ones", async () => {
  const closed = await storeToy(world.database, { cast: 1 });
  const [guardian] = closed.guardians;
  if (guardian === undefined) throw new Error("one guardian");
  const { electionId } = closed;
  await tally(world, electionId);
  const keys = createGuardianKeys(toyGroup, { ...guardian.keys.public, quorum: 1 });

  await expectStatus(202, giveCredential(world, electionId, { ...guardian, keys }));
  const status = await vi.waitUntil(async () => {
    const path = `/api/decryption/status?electionId=${electionId}&guardianId=1`;
    const answer = await expectStatus(200, official(world, "GET", path));
    return answer.member("status").text() === "failed" && !answer.member("isLocked").boolean() ? answer : undefined;
  }, WAIT);
  const stateError = async () =>
    (await expectStatus(200, official(world, "GET", `/v1/elections/${electionId}`)))
      .member("election")
      .optional("stateError");
  const failed = await stateError();
  await expectStatus(202, giveCredential(world, electionId, guardian));
  await untilComplete(world, electionId);

  expect(status.member("errorMessage").text()).toContain("is not that of guardian guardian-1");
  expect(failed?.text()).toBe(status.member("errorMessage").text());
  expect(await stateError()).toBeUndefined();
});

test("work waits for a lost credential at no cost, and the credential is deleted when the work is done", async () => {
  const closed = await storeToy(world.database, { cast: 1, guardians: 2, quorum: 1 });
  const { electionId, guardians } = closed;
  const [first] = guardians;
  if (first === undefined) throw new Error("two guardians");
  await tally(world, electionId);
  await expectStatus(202, giveCredential(world, electionId, first));
  await vi.waitUntil(async () => {
    const [one] = (await board(world, electionId)).member("guardians").list();
    return one?.member("state").text() === "DECRYPTED";
  }, WAIT);
  const key = credentialKey(BigInt(electionId), 1);

  await world.engine.secrets.drop(key);
  await expectStatus(
    200,
    official(world, "POST", `/v1/elections/${electionId}/decryption/missing`, { guardians: [2] }),
  );
  await vi.waitUntil(async () => {
    const path = `/api/scheduler/election/${electionId}/progress`;
    const tasks = (await expectStatus(200, official(world, "GET", path))).list();
    const waits = tasks.find((task) => task.member("taskType").text() === "COMPENSATED_DECRYPTION");
    return waits?.member("pendingChunks").integer() === 1;
  }, WAIT);
  await giveCredential(world, electionId, first);
  await untilComplete(world, electionId);

  await vi.waitUntil(async () => (await world.engine.secrets.read(key)) === undefined, WAIT);
});

test("at the deadline a guardian who has not decrypted counts as missing, and the others decrypt for it", async () => {
  const { electionId, guardians } = await storeToy(world.database, { cast: 1, guardians: 2, quorum: 1 });
  const [first] = guardians;
  if (first === undefined) throw new Error("two guardians");
  await tally(world, electionId);
  await expectStatus(202, giveCredential(world, electionId, first));
  const states = async () => (await board(world, electionId)).member("guardians").list();
  await vi.waitUntil(async () => (await states())[0]?.member("state").text() === "DECRYPTED", WAIT);

  const at = new Date().toISOString();
  await expectStatus(200, official(world, "PUT", `/v1/elections/${electionId}/decryption/deadline`, { at }));
  await untilComplete(world, electionId);

  expect((await states())[1]?.member("missingBy").text()).toBe("deadline");
});

function flipLastDigit(hex: string): string {
  const last = hex.endsWith("0") ? "1" : "0";
  return `${hex.slice(0, -1)}${last}`;
}
