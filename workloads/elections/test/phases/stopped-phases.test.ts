/**
 * Tests of stopping a phase: nothing is lost, the election shows it, and the phase continues when it is started again.
 */
import { setLane } from "@rota/engine/admin";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fleetKeysOf, sealCredential } from "../../src/core/guardians/seal.ts";
import { credentialKey } from "../../src/tasks/phase-work.ts";
import { bodyOf, expectStatus, type ToyGuardian } from "../life/toy-life.ts";
import { openWorld, type World } from "../life/world.ts";
import { storeToy, type StoredToy } from "./stored-toy.ts";
import { combine, official, resultsOf, untilComplete, untilState } from "./toy-phases.ts";

const QUEUE = { queue: "partial.decryption" };

let world: World;
let toy: StoredToy;

beforeAll(async () => {
  world = await openWorld({ on: "postgres", isWorking: false });
  toy = await storeToy(world.database, { cast: 3, chunkSize: 1, guardians: 2 });
});
afterAll(() => world.dispose());

const post = (path: string, body?: object) => official(world, "POST", path, body);
const election = async () =>
  (await expectStatus(200, official(world, "GET", `/v1/elections/${toy.electionId}`))).member("election");
const stop = async (phase: string) => {
  const answer = await expectStatus(200, post(`/api/elections/${toy.electionId}/process/${phase}/stop`));
  return answer.member("message").text();
};

/** Sends a credential that is sealed here, because no worker runs that could return the fleet's key. */
function give({ keys, token }: ToyGuardian) {
  const { publicKey } = fleetKeysOf(Buffer.from(process.env["ELECTIONS_FLEET_SEED"] ?? "", "base64"));
  const sealed = Buffer.from(sealCredential({ keys, electionId: toy.electionId, publicKey })).toString("base64");
  return world.ask("POST", `/v1/elections/${toy.electionId}/decryption/credential`, { token, body: { sealed } });
}

test("a stopped tally shows it and can start again; stopping a phase that does not run changes nothing", async () => {
  const { electionId } = toy;
  expect(await stop("tally")).toBe("Tally process is not running");
  await expectStatus(202, post(`/v1/elections/${electionId}/tally`, {}));

  expect(await stop("tally")).toBe("Tally process stopped");
  const status = await expectStatus(200, official(world, "GET", `/api/election/${electionId}/tally-status`));

  expect(status.member("status").text()).toBe("failed");
  expect(status.member("errorMessage").text()).toBe("it was stopped");
  expect((await election()).member("stateError").text()).toBe("it was stopped");
  await expectStatus(202, post(`/v1/elections/${electionId}/tally`, {}));
  expect((await election()).optional("stateError")).toBeUndefined();
  await world.engine.start();
  await untilState(world, electionId, "TALLIED");
});

test("a guardian's stopped decryption deletes the credential, and continues with a new one until the votes are counted", async () => {
  const { electionId, guardians } = toy;
  const [first, second] = guardians;
  if (first === undefined || second === undefined) throw new Error("two guardians");
  await setLane(world.database, QUEUE, { isPaused: true });
  await expectStatus(202, give(first));

  const stopped = await expectStatus(200, post(`/v1/elections/${electionId}/guardians/1/decryption/stop`, {}));
  const kept = await world.engine.secrets.read(credentialKey(BigInt(electionId), 1));
  const progress = await expectStatus(
    200,
    official(world, "GET", `/api/election/${electionId}/guardians/decryption-progress`),
  );

  expect(stopped.member("isStopped").boolean()).toBe(true);
  expect(kept).toBeUndefined();
  expect(
    progress
      .member("guardians")
      .list()
      .map((guardian) => guardian.member("guardianName").text()),
  ).toEqual(["Guardian 1", "Guardian 2"]);
  await setLane(world.database, QUEUE, { isPaused: false });
  await expectStatus(202, give(first));
  await expectStatus(202, give(second));
  await untilComplete(world, electionId);
  await combine(world, electionId);
  expect(await resultsOf(world, electionId)).toEqual(toy.counts);
});

test("the kept results and the ballots behind them are those of the election", async () => {
  const { electionId, counts } = toy;

  const [kept, again] = await Promise.all(
    ["cached-results", "results"].map((path) => world.ask("GET", `/api/election/${electionId}/${path}`)),
  );
  const ballots = await expectStatus(200, world.ask("GET", `/api/election/${electionId}/cached-results/ballots`));

  expect(kept).toEqual(again);
  expect(kept?.body).toMatchObject({ success: true, totalBallots: 3 });
  expect(Object.keys(counts).length).toBeGreaterThan(0);
  expect(
    ballots
      .member("ballots")
      .list()
      .map((ballot) => ballot.member("status").text()),
  ).toEqual(["cast", "cast", "cast"]);
});

test("no phase is deleted", async () => {
  const answer = await official(world, "DELETE", `/api/elections/${toy.electionId}/process/tally`);

  expect(answer.status).toBe(403);
  expect(bodyOf(answer).member("code").text()).toBe("ELECTION_PATH_UNSAFE");
});
