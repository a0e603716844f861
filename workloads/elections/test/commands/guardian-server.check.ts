/**
 * Tests a guardian on the command line with an election server: keys are published and found again, and stay at home.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, loadConfig, silentLogger, type Database, type Engine } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { createServer, type Server } from "@rota/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import elections from "../../src/workload.ts";
import { type CliSchema, openCliSchema, runHereWith } from "../../../../tools/testing/rota-command.ts";
import { createGuardianKeys } from "../../src/core/guardians/key-ceremony.ts";
import { prepareBackups } from "../../src/core/home/ceremony-at-home.ts";
import { createGuardianClient } from "../../src/core/home/guardian-client.ts";
import { groupOf } from "../../src/core/node/native-crypto.ts";

const runHere = runHereWith("elections");

let folder = "";
let schema: CliSchema;
let database: Database;
let engine: Engine;
let server: Server;
let url = "";
let key = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rota-guardian-"));
  schema = await openCliSchema([elections]);
  ({ database } = schema);
  const flags = { serverPort: 0, secretsKey: randomBytes(32).toString("base64") };
  const { config } = await loadConfig({ env: {}, flags, cwd: folder });
  const workloads = [elections];
  engine = await createEngine({ workloads, database, config: flags, logger: silentLogger });
  server = await createServer({ engine, config, logger: silentLogger, workloads });
  await engine.start();
  url = (await server.listen()).url;
  key = (await createKey(database, { name: "olga", roles: ["operator"] })).key;
});
afterAll(async () => {
  await server.close();
  await engine.stop();
  await schema.dispose();
  await rm(folder, { recursive: true });
});

test("keys are created locally and published on the server, and the rehearsal finds them", async () => {
  const electionId = await ask("/v1/elections", ELECTION, (answer) => at(answer, "election", "electionId"));
  const token = await ask(`/v1/elections/${electionId}/guardians/tokens`, {}, (answer) =>
    at(answer, "tokens", "0", "token"),
  );
  await writeFile(join(folder, "token"), `${token}\n`);
  await writeFile(join(folder, "passphrase"), "correct horse battery staple\n");
  const flags = ["--key-file", join(folder, "ann.key.json"), "--passphrase-file", join(folder, "passphrase")];
  const there = ["--server", url, "--token-file", join(folder, "token")];
  const guardian = (...words: string[]) => runHere(["elections", "guardian", ...words, ...flags, ...there]);

  const made = await guardian("keys", "--election", electionId, "--number", "1", "--json");
  const rehearsed = await guardian("rehearse");
  const again = await guardian("keys", "--election", electionId, "--number", "2");

  expect(made).toMatchObject({ exitCode: 0, err: "" });
  expect(rehearsed.out).toContain("its public keys are the published ones");
  expect(again.err).toContain("has no such guardian");
  const board: unknown = await (await fetch(`${url}/v1/elections/${electionId}/ceremony`)).json();
  expect(board).toMatchObject({ state: "READY", guardians: [{ hasPublished: true }] });
  for (const output of [made, rehearsed, again]) expect(`${output.out}${output.err}`).not.toContain(token);
});

test("a guardian whose backup was challenged answers with its point, and the ceremony continues", async () => {
  const election = { ...ELECTION, guardians: [{ name: "Ann" }, { name: "Bob" }] };
  const electionId = await ask("/v1/elections", election, (answer) => at(answer, "election", "electionId"));
  const path = `/v1/elections/${electionId}/guardians/tokens`;
  const [ann = "", bob = ""] = (
    await ask(path, {}, (answer) => [at(answer, "tokens", "0", "token"), at(answer, "tokens", "1", "token")])
  ).split(",");
  await writeFile(join(folder, "token"), `${ann}\n`);
  await writeFile(join(folder, "passphrase"), "correct horse battery staple\n");
  const flags = ["--key-file", join(folder, "challenged.key.json"), "--passphrase-file", join(folder, "passphrase")];
  const there = ["--server", url, "--token-file", join(folder, "token")];
  const guardian = (...words: string[]) => runHere(["elections", "guardian", ...words, ...flags, ...there]);
  const other = createGuardianClient({ server: url, electionId, token: bob });
  const group = groupOf("toy-256");
  const keys = createGuardianKeys(group, { guardianId: "guardian-2", sequence: 2, quorum: 1 });
  await guardian("keys", "--election", electionId, "--number", "1");
  await other.publishKeys(keys.public);
  await guardian("backups");
  await other.sendBackups(prepareBackups(group, { keys, guardians: await other.guardians() }));
  await other.judge([{ senderId: "guardian-1", sequence: 1, objection: "I cannot open it" }]);

  const answered = await guardian("answer");
  const again = await guardian("answer", "--json");
  const checked = await guardian("check");

  expect(answered.out).toContain("the points for guardian 2 are published");
  expect(JSON.parse(again.out)).toMatchObject({ receivers: [] });
  expect(checked.exitCode).toBe(0);
  const board: unknown = await (await fetch(`${url}/v1/elections/${electionId}/ceremony`)).json();
  expect(board).toMatchObject({ state: "READY", challenges: [{ sender: 1, receiver: 2, state: "DISMISSED" }] });
});

const ELECTION = {
  title: "Club",
  startsAt: "2026-11-01T08:00:00Z",
  endsAt: "2036-11-01T18:00:00Z",
  guardians: [{ name: "Ann" }],
  quorum: 1,
  contests: [{ contestId: "chair", title: "Chair", candidates: [{ name: "Dee" }, { name: "Eve" }] }],
  group: "toy-256",
};

async function ask(path: string, body: object, read: (answer: unknown) => unknown): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return String(read(await response.json()));
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((found: unknown, name): unknown => Reflect.get(Object(found), name), value);
}
