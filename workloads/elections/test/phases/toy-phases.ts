/** Plays the officials and guardians after an election was closed, over the HTTP API only. */
import { randomInt } from "node:crypto";
import { vi } from "vitest";
import { createFleetSeed, sealCredential } from "../../src/core/guardians/seal.ts";
import type { JsonValue } from "../../src/core/records/json-reader.ts";
import {
  cast,
  challenge,
  encryptVote,
  expectStatus,
  openToy,
  submit,
  type Choices,
  type ToyGuardian,
} from "../life/toy-life.ts";
import type { World } from "../life/world.ts";

/** Time limit far above any duration, which ends a test that hangs and shows where. */
export const WAIT = { timeout: process.env["ROTA_LONG"] === "1" ? 1_800_000 : 45_000, interval: 25 };

/** Workers of the tests inherit this seed and open credentials with it. */
process.env["ELECTIONS_FLEET_SEED"] ??= Buffer.from(createFleetSeed()).toString("base64");

export type ClosedToy = {
  readonly electionId: string;
  readonly guardians: readonly ToyGuardian[];
  /** Votes by selection of the ballots that were cast. */
  readonly counts: Readonly<Record<string, number>>;
};

const MAYORS = ["mayor-mayor-candidate-1", "mayor-mayor-candidate-2"];
const COUNCIL = [1, 2, 3].map((place) => `council-council-candidate-${String(place)}`);

/** Returns a closed election with this many cast and challenged ballots, with random votes. */
export async function closeToy(
  world: World,
  { cast: casts = 2, challenged = 0, changes = {} }: { cast?: number; challenged?: number; changes?: object } = {},
): Promise<ClosedToy> {
  const { electionId, guardians, tokens } = await openToy(world, { voters: Math.max(1, casts + challenged), changes });
  const counts = Object.fromEntries([...MAYORS, ...COUNCIL].map((selection) => [selection, 0]));
  for (const [index, token] of tokens.slice(0, casts + challenged).entries()) {
    const choices: Choices = {
      mayor: MAYORS.slice(0, 1).map(() => MAYORS[randomInt(2)] ?? ""),
      council: COUNCIL.filter(() => randomInt(2) === 0).slice(0, 2),
    };
    const vote = await encryptVote(world, { electionId, token, choices });
    await expectStatus(201, submit(world, { electionId, token, vote }));
    if (index >= casts) {
      await expectStatus(200, challenge(world, { electionId, vote }));
    } else {
      await expectStatus(200, cast(world, { electionId, token, vote }));
      for (const selection of Object.values(choices).flat()) counts[selection] = (counts[selection] ?? 0) + 1;
    }
  }
  await expectStatus(200, official(world, "POST", `/v1/elections/${electionId}/close`, {}));
  return { electionId, guardians, counts };
}

export function official({ ask, keys }: World, method: string, path: string, body?: object) {
  return ask(method, path, { key: keys.operator, ...(body === undefined ? {} : { body }) });
}

export async function stateOf(world: World, electionId: string): Promise<string> {
  const got = await expectStatus(200, official(world, "GET", `/v1/elections/${electionId}`));
  return got.member("election").member("state").text();
}

export async function untilState(world: World, electionId: string, state: string): Promise<void> {
  await vi.waitUntil(async () => (await stateOf(world, electionId)) === state, WAIT);
}

export async function tally(world: World, electionId: string): Promise<void> {
  await expectStatus(202, official(world, "POST", `/v1/elections/${electionId}/tally`, {}));
  await untilState(world, electionId, "TALLIED");
}

/** Seals a guardian's keys to the fleet's key, as the guardian's page does. */
export async function sealedBy(world: World, electionId: string, { keys }: ToyGuardian): Promise<string> {
  const answer = await expectStatus(200, world.ask("GET", "/v1/elections/fleet-key"));
  const publicKey = Buffer.from(answer.member("publicKey").text(), "base64");
  return Buffer.from(sealCredential({ keys, electionId, publicKey })).toString("base64");
}

export async function giveCredential(world: World, electionId: string, guardian: ToyGuardian) {
  const sealed = await sealedBy(world, electionId, guardian);
  const path = `/v1/elections/${electionId}/decryption/credential`;
  return world.ask("POST", path, { token: guardian.token, body: { sealed } });
}

export async function board(world: World, electionId: string): Promise<JsonValue> {
  return expectStatus(200, world.ask("GET", `/v1/elections/${electionId}/decryption`));
}

export async function untilComplete(world: World, electionId: string): Promise<void> {
  await vi.waitUntil(async () => (await board(world, electionId)).member("isComplete").boolean(), WAIT);
}

/** Lets the first guardians decrypt and declares the others missing. */
export async function decrypt(
  world: World,
  { electionId, guardians }: Pick<ClosedToy, "electionId" | "guardians">,
  present: number,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const guardian of guardians.slice(0, present))
    await expectStatus(202, giveCredential(world, electionId, guardian));
  await meanwhile();
  const missing = guardians.slice(present).map(({ keys }) => keys.public.sequence);
  if (missing.length > 0) {
    const path = `/v1/elections/${electionId}/decryption/missing`;
    await expectStatus(200, official(world, "POST", path, { guardians: missing }));
  }
  await untilComplete(world, electionId);
}

export async function combine(world: World, electionId: string): Promise<void> {
  await expectStatus(202, official(world, "POST", `/v1/elections/${electionId}/combine`, {}));
  await untilState(world, electionId, "DECRYPTED");
}

/** Returns the votes by selection of the whole election. */
export async function resultsOf(world: World, electionId: string): Promise<Record<string, number>> {
  const answer = await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}/results`));
  const [whole] = answer
    .member("units")
    .list()
    .filter((unit) => unit.member("unitId").text() === "election");
  const selections =
    whole
      ?.member("contests")
      .list()
      .flatMap((contest) => contest.member("selections").list()) ?? [];
  return Object.fromEntries(selections.map((one) => [one.member("selectionId").text(), one.member("votes").integer()]));
}
