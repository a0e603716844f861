/** Tests of links that only voters know: no official sees them, and a vote that a voter did not sign is found. */
import { sql } from "@rota/engine";
import { listAudit } from "@rota/engine/admin";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openRecordFolder } from "../../src/core/node/record-folder.ts";
import { readRecord } from "../../src/core/records/read-record.ts";
import { createLinkSecret, credentialOf, type Credential } from "../../src/core/home/credential.ts";
import { hashToken } from "../../src/store/tokens.ts";
import { verifyRecord } from "../../src/verify/verify-record.ts";
import { toyGroup } from "../toy-election.ts";
import {
  bodyOf,
  createToy,
  encryptVote,
  expectStatus,
  FOR_ANN,
  holdCeremony,
  submit,
  type ToyGuardian,
} from "./toy-life.ts";
import { combine, decrypt, official, tally, WAIT } from "../phases/toy-phases.ts";
import { downloadRecord } from "../phases/toy-record-download.ts";
import { type MailHook, openMailHook } from "./mail-hook.ts";
import { openWorld, type World } from "./world.ts";

const VOTERS = ["ann@example.org", "bob@example.org", "cyd@example.org"];

let hook: MailHook;
let world: World;
let electionId: string;
let guardians: ToyGuardian[];

beforeAll(async () => {
  hook = await openMailHook();
  world = await openWorld({ on: "postgres" });
  electionId = await createToy(world, { guardians: [{ name: "Gina" }], quorum: 1, voterLinks: "sent" });
  guardians = await holdCeremony(world, electionId);
  const csv = ["voter_id", ...VOTERS].join("\n");
  await expectStatus(200, official(world, "POST", `/v1/elections/${electionId}/voters`, { csv }));
});
afterAll(async () => {
  await world.dispose();
  hook.close();
});

const path = (rest: string) => `/v1/elections/${electionId}${rest}`;
const send = (body: object) => expectStatus(202, official(world, "POST", path("/voters/links"), body));
const issuesOf = async () =>
  (await expectStatus(200, official(world, "GET", path("/voters"))))
    .member("items")
    .list()
    .map((voter) => voter.member("linkIssues").integer());
const secretIn = (link = "") => link.slice(link.indexOf("#") + 1);
const credentialIn = (voterId: string): Credential => {
  const credential = credentialOf(secretIn(hook.links.get(voterId)));
  if (credential === undefined) throw new Error(`${voterId} has no link`);
  return credential;
};

/** Encrypts, submits and casts a vote. Returns the answer to the casting. */
async function vote({ token, sign }: Pick<Credential, "token"> & { sign?: Credential["sign"] }) {
  const encrypted = await encryptVote(world, { electionId, token, choices: FOR_ANN });
  await expectStatus(201, submit(world, { electionId, token, vote: encrypted }));
  const paper = await expectStatus(200, world.ask("GET", path("/voting"), { token }));
  const signature = sign?.(paper.member("context").member("crypto_extended_base_hash").text());
  const body = { castKey: encrypted.castKey, ...(signature === undefined ? {} : { signature }) };
  return world.ask("POST", path(`/ballots/${encrypted.code}/cast`), { token, body });
}

test("officials cannot get the links of voters, which go to the voters only", async () => {
  const tokens = await official(world, "POST", path("/voters/tokens"), {});

  const started = await send({});
  await vi.waitUntil(async () => (await issuesOf()).every((issues) => issues === 1), WAIT);

  expect([tokens.status, bodyOf(tokens).member("code").text()]).toEqual([403, "ELECTION_PATH_UNSAFE"]);
  expect(started.member("voters").integer()).toBe(3);
  expect([...hook.links.keys()].sort()).toEqual(VOTERS);
  const tables = await world.database.query(sql<{ name: string }>`
    select table_name as name from information_schema.tables
     where table_schema = ${world.database.schema} and table_type = 'BASE TABLE'`);
  for (const { name } of tables) {
    const [row] = await world.database.query(sql<{ content: string | null }>`
      select query_to_xml(format('select * from %I.%I', ${world.database.schema}::text, ${name}::text), true, false, '')::text as content`);
    for (const secret of [...hook.links.values()].map(secretIn)) {
      expect(row?.content ?? "", name).not.toContain(secret.slice(2));
      expect(row?.content ?? "", name).not.toContain(credentialOf(secret)?.token);
    }
  }
});

test("a new link ends the old one, and the audit log names the voter outside of the record", async () => {
  const old = credentialIn("bob@example.org");

  await send({ voterIds: ["bob@example.org"] });
  await vi.waitUntil(async () => (await issuesOf())[1] === 2, WAIT);

  const seen = await world.ask("GET", path("/voting"), { token: old.token });
  expect(seen.status).toBe(403);
  const filter = { subject: { type: "voter", id: `${electionId}/bob@example.org` } };
  const { entries } = await listAudit(world.database, { tenant: "default", limit: 10, filter });
  expect(entries.map(({ action }) => action)).toEqual(["election.voter-link-sent", "election.voter-link-sent"]);
  const unknown = await official(world, "POST", path("/voters/links"), { voterIds: ["eve@example.org"] });
  expect(bodyOf(unknown).member("code").text()).toBe("VOTER_NOT_FOUND");
});

test("a vote is cast only with the signature of the voter's link, and no official with the database can make one unnoticed", async () => {
  await expectStatus(200, official(world, "POST", path("/open"), {}));
  const ann = credentialIn("ann@example.org");
  const bob = credentialIn("bob@example.org");
  const unsigned = await vote({ token: ann.token });
  const forged = await vote({ token: ann.token, sign: bob.sign });
  await expectStatus(200, vote(ann));
  // An official who can write to the database gives Cyd's place on the roll to a link of her own, and votes with it.
  const cyd = credentialIn("cyd@example.org");
  const own = credentialOf(createLinkSecret());
  if (own === undefined) throw new Error("a drawn secret is malformed");
  await world.database.query(sql`
    update rota.elections_voters set token_hash = ${hashToken(own.token)}, credential = ${Buffer.from(own.publicKey, "hex")}
     where election_id = ${BigInt(electionId)} and voter_id = 'cyd@example.org'`);
  await expectStatus(200, vote(own));
  // She cannot mark Bob as a voter who has voted, because she has no signature of his.
  const marked = world.database.query(sql`
    update rota.elections_voters set has_voted = true where election_id = ${BigInt(electionId)} and voter_id = 'bob@example.org'`);
  await expect(marked).rejects.toThrow("elections_voters_sign_their_vote");

  await expectStatus(200, official(world, "POST", path("/close"), {}));
  await tally(world, electionId);
  await decrypt(world, { electionId, guardians }, 1);
  await combine(world, electionId);
  const record = readRecord(openRecordFolder(await downloadRecord(world, electionId)));
  const failures = failuresOf(record);

  expect([unsigned, forged].map((answer) => bodyOf(answer).member("code").text())).toEqual([
    "VOTE_NOT_SIGNED",
    "VOTE_NOT_SIGNED",
  ]);
  expect(failures.sort()).toEqual(
    [
      `voters, link ${own.publicKey}: the audit log does not say that it was sent, or is there twice`,
      `voters, sent links: link ${cyd.publicKey} was sent and is not on the roll`,
    ].sort(),
  );
  const voters = record.own?.voters?.voters ?? [];
  const without = voters.map((voter) => (voter.credential === ann.publicKey ? { ...voter, signature: null } : voter));
  const { sent = [] } = record.own?.voters ?? {};
  expect(record.own).toBeDefined();
  if (record.own !== undefined)
    expect(failuresOf({ ...record, own: { ...record.own, voters: { voters: without, sent } } })).toContain(
      "voters, votes: 2 ballots were cast, and 1 votes are signed by voters",
    );
});

function failuresOf(record: ReturnType<typeof readRecord>): string[] {
  return verifyRecord(record, { group: toyGroup }).steps.flatMap(({ failures }) =>
    failures.map(({ where, why }) => `${where}: ${why}`),
  );
}
