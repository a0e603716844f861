/** Tests of voting: each voter has one vote, it is decided once, and invalid ballots are refused. */
import { sql } from "@rota/engine";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ballotHash, confirmationCode } from "../../src/core/ballots/ballot.ts";
import { encrypt } from "../../src/core/crypto/elgamal.ts";
import { toHex } from "../../src/core/crypto/hash.ts";
import { readJson } from "../../src/core/records/json-reader.ts";
import { readEncryptedBallot } from "../../src/core/records/read-ballot.ts";
import { encryptedBallotToJson } from "../../src/core/records/write-ballot.ts";
import { toyGroup } from "../toy-election.ts";
import {
  bodyOf,
  cast,
  challenge,
  encryptVote,
  expectStatus,
  FOR_ANN,
  openToy,
  submit,
  type Encrypted,
} from "./toy-life.ts";
import { openWorld, type Asked, type World } from "./world.ts";

let world: World;
let electionId: string;
let tokens: string[];
let used = 0;

beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
  ({ electionId, tokens } = await openToy(world, { voters: 20 }));
});
afterAll(() => world.dispose());

const nextToken = () => tokens[used++] ?? "";
const codeIn = (asked: Asked) => bodyOf(asked).member("code").text();
const vote = (token: string) => encryptVote(world, { electionId, token, choices: FOR_ANN });

async function submitted(token: string): Promise<Encrypted> {
  const encrypted = await vote(token);
  await expectStatus(201, submit(world, { electionId, token, vote: encrypted }));
  return encrypted;
}

test("of many casts of one voter at the same time one counts", async () => {
  const token = nextToken();
  const votes = [await submitted(token), await submitted(token), await submitted(token)];

  const answers = await Promise.all(votes.map((each) => cast(world, { electionId, token, vote: each })));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.filter(({ status }) => status === 409).map(codeIn)).toEqual([
    "VOTE_ALREADY_CAST",
    "VOTE_ALREADY_CAST",
  ]);
});

test("a ballot can follow another one of its device only when that is decided, so that the record contains whole chains", async () => {
  const token = nextToken();
  const first = await submitted(token);
  const second = await encryptVote(world, { electionId, token, choices: FOR_ANN, after: first });

  const tooEarly = await submit(world, { electionId, token, vote: second });
  await expectStatus(200, challenge(world, { electionId, vote: first }));
  await expectStatus(201, submit(world, { electionId, token, vote: second }));

  expect([tooEarly.status, codeIn(tooEarly)]).toEqual([400, "BALLOT_INVALID"]);
  await expectStatus(200, cast(world, { electionId, token, vote: second }));
});

test("casting the same ballot again changes nothing, and sending it again gives the same answer", async () => {
  const token = nextToken();
  const ballot = await submitted(token);

  expect((await submit(world, { electionId, token, vote: ballot })).status).toBe(201);
  expect((await cast(world, { electionId, token, vote: ballot })).status).toBe(200);
  expect((await cast(world, { electionId, token, vote: ballot })).status).toBe(200);
});

test("a ballot that a browser sends several times at once is one ballot", async () => {
  const token = nextToken();
  const ballot = await vote(token);

  const answers = await Promise.all(
    Array.from({ length: 4 }, () => submit(world, { electionId, token, vote: ballot })),
  );

  for (const { status } of answers) expect([201, 202]).toContain(status);
  const isCast = async () => (await cast(world, { electionId, token, vote: ballot })).status === 200;
  await vi.waitUntil(isCast, { timeout: 120_000 });
});

test("a ballot is cast or challenged, never both", async () => {
  const token = nextToken();
  const ballot = await submitted(token);

  const answers = await Promise.all([
    cast(world, { electionId, token, vote: ballot }),
    challenge(world, { electionId, vote: ballot }),
  ]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a voter who challenged may vote, and the opened ballot is public", async () => {
  const token = nextToken();
  const tried = await submitted(token);
  await expectStatus(200, challenge(world, { electionId, vote: tried }));
  const counted = await submitted(token);

  await expectStatus(200, cast(world, { electionId, token, vote: counted }));
  const seen = await expectStatus(200, world.ask("GET", `/v1/elections/${electionId}/ballots/${tried.code}`));

  expect(seen.member("isCounted").boolean()).toBe(false);
  expect(seen.member("opened").member("nonce").text()).toBe(tried.nonce);
});

test("a nonce that does not open the ballot is reported, and the ballot stays challenged", async () => {
  const ballot = await submitted(nextToken());

  const seen = await expectStatus(200, challenge(world, { electionId, vote: { ...ballot, nonce: "2A" } }));

  expect(seen.member("opened").member("verdict").text()).toBe("DIFFERENT");
});

test("another voter cannot cast or challenge a ballot without its key", async () => {
  const ballot = await submitted(nextToken());
  const stolen = { ...ballot, castKey: "guessed" };

  expect(codeIn(await cast(world, { electionId, token: nextToken(), vote: stolen }))).toBe("BALLOT_NOT_FOUND");
  expect(codeIn(await challenge(world, { electionId, vote: stolen }))).toBe("BALLOT_NOT_FOUND");
});

test("a ballot can be found by its code, also in encrypted form, without signing in", async () => {
  const ballot = await submitted(nextToken());
  const path = `/v1/elections/${electionId}`;

  const seen = await expectStatus(200, world.ask("GET", `${path}/ballots/${ballot.code.toLowerCase()}`));
  const encrypted = await world.ask("GET", `${path}/ballots/${ballot.code}/encrypted`);
  const bulletin = await expectStatus(200, world.ask("GET", `${path}/bulletin?limit=1000`));

  expect(seen.member("state").text()).toBe("SUBMITTED");
  expect(encrypted.body).toEqual(ballot.ballot);
  const codes = bulletin
    .member("items")
    .list()
    .map((item) => item.member("code").text());
  expect(codes).toContain(ballot.code);
  expect(codes).toEqual([...codes].sort());
});

const edited = (ballot: object, edit: (text: string) => string): object => {
  const changed: unknown = JSON.parse(edit(JSON.stringify(ballot)));
  return Object.assign({}, changed);
};

test.each<[string, (ballot: object) => object, string]>([
  [
    "a proof with one changed digit",
    (ballot) => edited(ballot, (text) => flip(text, "proof_zero_response")),
    "BALLOT_INVALID",
  ],
  ["five votes in one selection", stuff, "BALLOT_INVALID"],
  ["contests in another order", (ballot) => ({ ...ballot, ...reversed(ballot) }), "BALLOT_INVALID"],
  ["another confirmation code", (ballot) => ({ ...ballot, code: "ABCD" }), "BALLOT_INVALID"],
  ["a number of p or more", (ballot) => edited(ballot, (text) => grow(text)), "BALLOT_INVALID"],
  [
    "a time to the second",
    (ballot) => edited(ballot, (text) => text.replace(/"timestamp":(\d+)/, '"timestamp":1700000001')),
    "BALLOT_INVALID",
  ],
  ["another style", (ballot) => ({ ...ballot, style_id: "elsewhere" }), "BALLOT_INVALID"],
  ["a field left out", (ballot) => ({ ...ballot, contests: undefined }), "ELECTION_RECORD_INVALID"],
  ["no numbers", (ballot) => ({ ...ballot, code: "xyz" }), "CRYPTO_VALUE_INVALID"],
  ["a guessable id", (ballot) => ({ ...ballot, object_id: "b-1" }), "BALLOT_INVALID"],
])("a ballot with %s is refused", async (_, change, code) => {
  const token = tokens[19] ?? "";
  const made = await vote(token);

  const answer = await submit(world, { electionId, token, vote: { ...made, ballot: change(made.ballot) } });

  expect(answer.status).toBe(400);
  expect(codeIn(answer)).toBe(code);
});

test("a ballot that copies another one's ciphertexts, with its proofs and a code of its own, is refused", async () => {
  const first = await submitted(nextToken());
  const token = nextToken();
  const own = await vote(token);
  const { contests } = readEncryptedBallot(readJson(JSON.stringify(first.ballot), "ballot"));
  const ballot = readEncryptedBallot(readJson(JSON.stringify(own.ballot), "ballot"));
  const hash = ballotHash(toyGroup, { ...ballot, contests });
  const copy = { ...ballot, contests, hash, code: confirmationCode(toyGroup, { ...ballot, hash }) };

  const answer = await submit(world, { electionId, token, vote: { ...own, ballot: encryptedBallotToJson(copy) } });

  expect(answer.status).toBe(400);
  expect(bodyOf(answer).member("detail").text()).toContain("one of its ciphertexts is that of another ballot");
});

test("nothing in the database shows which ballot a voter cast, or when", async () => {
  const columns = await world.database.query(sql<{ table_name: string; column_name: string; data_type: string }>`
    select table_name, column_name, data_type from information_schema.columns
     where table_schema = ${world.database.schema} and table_name in ('elections_voters', 'elections_ballots')`);

  const ofVoters = columns.filter((column) => column.table_name === "elections_voters").map((c) => c.column_name);
  const times = columns.filter(({ data_type }) => data_type.startsWith("timestamp") || data_type.startsWith("time"));
  expect(ofVoters.sort()).toEqual([
    "credential",
    "election_id",
    "has_voted",
    "link_issues",
    "style_id",
    "submissions",
    "token_hash",
    "vote_signature",
    "voter_id",
  ]);
  expect(columns.filter((c) => c.table_name === "elections_ballots").map((c) => c.column_name)).not.toContain(
    "voter_id",
  );
  expect(times).toEqual([]);
});

/** Returns a ballot with g^5 and the proof of a single vote, which would add four votes if it were not checked. */
function stuff(ballot: object): object {
  const { pad, data } = encrypt(toyGroup, { message: 5n, nonce: 9n, publicKey: toyGroup.g });
  return edited(ballot, (text) =>
    text.replace(
      /"ciphertext":\{"pad":"[0-9A-F]+","data":"[0-9A-F]+"\}/,
      `"ciphertext":{"pad":"${toHex(pad)}","data":"${toHex(data)}"}`,
    ),
  );
}

function flip(text: string, field: string): string {
  return text.replace(
    new RegExp(`"${field}":"([0-9A-F])`),
    (_, digit: string) => `"${field}":"${digit === "1" ? "2" : "1"}`,
  );
}

function grow(text: string): string {
  return text.replace(/"proof_zero_pad":"[0-9A-F]+"/, `"proof_zero_pad":"${toHex(toyGroup.p + 4n)}"`);
}

function reversed(ballot: object): object {
  return "contests" in ballot && Array.isArray(ballot.contests) ? { contests: ballot.contests.toReversed() } : {};
}
