/**
 * Tests the crypto service as callers of the replaced system use it: from keys to results, with a guardian missing.
 */
import { decode, encode } from "@msgpack/msgpack";
import { silentLogger } from "@rota/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCryptoService, type CryptoService } from "../src/compat/crypto-service/open-crypto-service.ts";
import { readJson, type JsonValue } from "../src/core/records/json-reader.ts";

const KEY = "between us";
let service: CryptoService;

beforeAll(async () => {
  service = await openCryptoService({ host: "127.0.0.1", port: 0, key: KEY, group: "toy-256", logger: silentLogger });
});
afterAll(() => service.close());

async function ask(path: string, body: object, key = KEY): Promise<{ status: number; json: JsonValue; raw: unknown }> {
  const headers = { "content-type": "application/json", "x-electionguard-internal-key": key };
  const answer = await fetch(`${service.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  const raw: unknown = JSON.parse(text);
  return { status: answer.status, json: readJson(text, path), raw };
}

const texts = (json: JsonValue) => json.list().map((one) => one.text());
/** Returns a part of an answer, unchecked. */
function part(answer: unknown, name: string): unknown {
  return typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined;
}

const names = { party_names: ["Bread", "Roses"], candidate_names: ["Ann", "Bob", "Cy"], max_choices: 1 };

test("keys, ballots, a challenge, a tally, shares, shares for a missing guardian: the results are those of the votes", async () => {
  const sizes = { number_of_guardians: 3, quorum: 2 };
  const { json: setup, raw: made } = await ask("/setup_guardians", { ...sizes, ...names });
  const election = {
    ...sizes,
    ...names,
    joint_public_key: setup.member("joint_public_key").text(),
    commitment_hash: setup.member("commitment_hash").text(),
  };
  const vote = async (id: string, candidate: string, status = "cast") => {
    const body = { ...election, ballot_id: id, candidate_names_to_vote: [candidate], ballot_status: status };
    return (await ask("/create_encrypted_ballot", body)).json;
  };
  const ballots = [
    await vote("b1", "Ann"),
    await vote("b2", "Cy"),
    await vote("b3", "Ann"),
    await vote("b4", "Bob", "spoiled"),
  ];
  const challenged = ballots[3]?.member("encrypted_ballot_with_nonce").text();
  const challenge = (claimed: string) =>
    ask("/benaloh_challenge", {
      ...election,
      encrypted_ballot_with_nonce: challenged,
      candidate_names_to_verify: [claimed],
    });
  const sent = { ...election, encrypted_ballots: ballots.map((ballot) => ballot.member("encrypted_ballot").text()) };
  const { json: tally, raw: tallied } = await ask("/create_encrypted_tally", sent);
  const work = {
    ...election,
    ciphertext_tally: part(tallied, "ciphertext_tally"),
    submitted_ballots: texts(tally.member("submitted_ballots")),
  };
  const given = part(made, "guardian_data");
  const data: unknown[] = Array.isArray(given) ? given : [];
  const secrets = texts(setup.member("private_keys"));
  const present = [0, 1];
  const direct = await Promise.all(
    present.map((at) =>
      ask("/create_partial_decryption", { ...work, guardian_data: data[at], private_key: secrets[at] }),
    ),
  );
  const compensated = await Promise.all(
    present.map((at) =>
      ask("/create_compensated_decryption", {
        ...work,
        available_guardian_data: data[at],
        available_guardian_private_key: secrets[at],
        missing_guardian_data: data[2],
      }),
    ),
  );
  const combination = {
    ...work,
    guardian_data: data,
    available_guardian_ids: ["guardian-1", "guardian-2"],
    available_guardian_tally_shares: direct.map(({ raw }) => part(raw, "tally_share")),
    available_guardian_ballot_shares: direct.map(({ raw }) => part(raw, "ballot_shares")),
    missing_guardian_ids: ["guardian-3", "guardian-3"],
    compensating_guardian_ids: ["guardian-1", "guardian-2"],
    compensated_tally_shares: compensated.map(({ raw }) => part(raw, "compensated_tally_share")),
    compensated_ballot_shares: compensated.map(({ raw }) => part(raw, "compensated_ballot_shares")),
  };
  const combined = await ask("/combine_decryption_shares", combination);
  const swapped = [...combination.available_guardian_tally_shares].reverse();
  const wrong = await ask("/combine_decryption_shares", { ...combination, available_guardian_tally_shares: swapped });

  expect(
    [(await challenge("Bob")).json, (await challenge("Ann")).json].map((json) => json.member("match").boolean()),
  ).toEqual([true, false]);
  const results = combined.json.member("results");
  expect(
    ["Ann", "Bob", "Cy"].map((name) => results.member("candidates").member(name).member("votes").integer()),
  ).toEqual([2, 0, 1]);
  expect(texts(results.member("spoiled_ballots").member("b4"))).toEqual(["Bob"]);
  expect(wrong.status).toBe(400);
  expect(wrong.json.member("message").text()).toContain("the share of guardian guardian-1 is wrong");
});

test("nothing is computed without the key, for another path, with another method or with nonsense", async () => {
  const get = await fetch(`${service.url}/setup_guardians`, { headers: { "x-electionguard-internal-key": KEY } });
  const health = await fetch(`${service.url}/health`);
  const statuses = [
    (await ask("/verify_guardian_key", {}, "another")).status,
    (await ask("/nothing", {})).status,
    get.status,
    (await ask("/verify_guardian_key", { private_key: "5", stored_public_key: "-1" })).status,
    (await ask("/verify_guardian_key", { private_key: "9".repeat(5_000), stored_public_key: "1" })).status,
    (await ask("/setup_guardians", { number_of_guardians: 1_000_000, quorum: 1, ...names })).status,
    health.status,
  ];

  expect(statuses).toEqual([401, 404, 405, 400, 400, 400, 200]);
});

test("a ballot that was changed is not tallied", async () => {
  const { json: setup } = await ask("/setup_guardians", { number_of_guardians: 1, quorum: 1, ...names });
  const election = {
    ...names,
    number_of_guardians: 1,
    quorum: 1,
    joint_public_key: setup.member("joint_public_key").text(),
    commitment_hash: setup.member("commitment_hash").text(),
  };
  const { json } = await ask("/create_encrypted_ballot", {
    ...election,
    ballot_id: "b1",
    candidate_names_to_vote: ["Ann"],
  });
  const ballot = json.member("encrypted_ballot").text();
  const changed = ballot.replace(
    /("pad":"[0-9A-F]+)([0-9A-F])"/,
    (_, start: string, last: string) => `${start}${last === "0" ? "1" : "0"}"`,
  );

  const tallied = await ask("/create_encrypted_tally", { ...election, encrypted_ballots: [changed] });
  const twice = await ask("/create_encrypted_tally", { ...election, encrypted_ballots: [ballot, ballot] });

  expect(tallied.status).toBe(400);
  expect(twice.json.member("message").text()).toContain("same id");
});

test("a request in MessagePack is answered in MessagePack, with the same values", async () => {
  const body = { guardian_id: "guardian-1", sequence_order: 1, number_of_guardians: 1, quorum: 1 };
  const send = async (path: string, bytes: Uint8Array) => {
    const headers = { "content-type": "application/msgpack", "x-electionguard-internal-key": KEY };
    const answer = await fetch(`${service.url}${path}`, { method: "POST", headers, body: Buffer.from(bytes) });
    return {
      status: answer.status,
      type: answer.headers.get("content-type"),
      body: decode(await answer.arrayBuffer()),
    };
  };

  const made = await send("/generate_guardian_credentials", encode(body));
  const key = { private_key: part(made.body, "private_key"), stored_public_key: part(made.body, "public_key") };
  const verified = await send("/verify_guardian_key", encode(key));
  const broken = await send("/verify_guardian_key", Uint8Array.of(0xc1));

  expect(made).toMatchObject({ status: 200, type: "application/msgpack", body: { status: "success" } });
  expect(key.private_key).toMatch(/^\d+$/);
  expect(verified.body).toMatchObject({ status: "success", match: true });
  expect(broken).toMatchObject({ status: 400, body: { status: "error" } });
});
