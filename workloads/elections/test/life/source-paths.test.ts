/** Tests of the paths of the original system: they exist, except those that revealed keys or votes. */
import { sql } from "@rota/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyOf, expectStatus, openToy } from "./toy-life.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
});
afterAll(() => world.dispose());

test("an election is created, prepared, opened and read with the paths of the original", async () => {
  const { ask, keys } = world;
  const key = keys.operator;
  const body = {
    electionTitle: "Club",
    candidateNames: ["Ann", "Bob"],
    partyNames: ["Bread", "Bread"],
    guardianEmails: ["g1@example.org", "g2@example.org", "g3@example.org"],
    voterEmails: ["v1@example.org"],
  };

  const created = await expectStatus(201, ask("POST", "/api/create-election", { key, body }));
  const electionId = created.member("electionId").integer();
  const status = await expectStatus(200, ask("GET", `/api/key-ceremony/status/${String(electionId)}`));
  const voters = await ask("GET", `/api/election/${String(electionId)}/voters`, { key });
  const early = await ask("POST", "/api/admin/key-ceremony/activate", { key, body: { electionId } });

  expect(created.member("electionQuorum").integer()).toBe(2);
  expect(
    created
      .member("candidateNames")
      .list()
      .map((name) => name.text()),
  ).toEqual(["Ann", "Bob"]);
  expect(status.member("readyForActivation").boolean()).toBe(false);
  expect(voters.body).toEqual([{ email: "v1@example.org", hasVoted: false }]);
  expect(early.status).toBe(409);
});

test("a kiosk encrypts, shows the code, and casts or opens; the vote and the nonce of a cast ballot are stored nowhere", async () => {
  const { ask, database } = world;
  const { electionId, tokens } = await openToy(world, { voters: 2, changes: { isKiosk: true } });
  const id = Number(electionId);
  const [first = "", second = ""] = tokens;
  const choose = (token: string) =>
    expectStatus(
      200,
      ask("POST", "/api/create-encrypted-ballot", {
        token,
        body: { electionId: id, selectedCandidates: ["Bob", "Cy"] },
      }),
    );
  const [one, two] = [await choose(first), await choose(second)];
  const named = (json: typeof one) => ({
    electionId: id,
    ballot_tracking_code: json.member("ballot_tracking_code").text(),
    cast_key: json.member("cast_key").text(),
  });

  const cast = await expectStatus(
    200,
    ask("POST", "/api/cast-encrypted-ballot", {
      token: first,
      body: { ...named(one), ballot_hash: one.member("ballot_hash").text() },
    }),
  );
  const opened = await expectStatus(
    200,
    ask("POST", "/api/benaloh-challenge", { body: { ...named(two), candidate_names_to_verify: ["Bob", "Cy"] } }),
  );
  const again = await ask("POST", "/api/benaloh-challenge", { body: named(one) });
  const eligible = await expectStatus(200, ask("POST", "/api/eligibility", { token: first, body: { electionId: id } }));
  const verified = await expectStatus(
    200,
    ask("POST", "/api/verify-vote", { body: { election_id: id, tracking_code: cast.member("trackingCode").text() } }),
  );
  const details = await expectStatus(
    200,
    ask("GET", `/api/ballot-details/${electionId}/${cast.member("trackingCode").text()}`),
  );
  const kept = await database.query(sql<{ key: string }>`select key from rota.secrets where key like 'elections:%'`);

  expect(opened.member("match").boolean()).toBe(true);
  expect(
    opened
      .member("verified_candidates")
      .list()
      .map((name) => name.text()),
  ).toEqual(["Bob", "Cy"]);
  expect(again.status).toBe(409);
  expect(eligible.member("hasVoted").boolean()).toBe(true);
  expect(verified.member("found").boolean()).toBe(true);
  expect(details.member("status").text()).toBe("CAST");
  expect(kept).toEqual([]);
});

test("elections without kiosk mode take no vote that the server would see", async () => {
  const { electionId, tokens } = await openToy(world, { voters: 1 });
  const body = { electionId: Number(electionId), selectedCandidates: ["Bob"] };

  const answer = await world.ask("POST", "/api/create-encrypted-ballot", { token: tokens[0] ?? "", body });

  expect(answer.status).toBe(403);
  expect(bodyOf(answer).member("code").text()).toBe("ELECTION_PATH_UNSAFE");
});

test.each([
  ["POST", "/api/cast-ballot"],
  ["GET", "/api/guardian/key-ceremony/generate/1"],
  ["POST", "/api/guardian/key-ceremony/prepare"],
  ["POST", "/api/guardian/key-ceremony/confirm"],
])("%s %s is refused with what to do instead", async (method, path) => {
  const answer = await world.ask(method, path, method === "POST" ? { body: {} } : {});

  expect(answer.status).toBe(403);
  expect(bodyOf(answer).member("detail").text()).toContain("is not offered");
});

test("leaving out the list of voters does not let other people vote", async () => {
  const body = {
    electionTitle: "Open",
    candidateNames: ["Ann"],
    guardianEmails: ["g@example.org"],
    electionEligibility: "unlisted",
  };

  const answer = await world.ask("POST", "/api/create-election", { key: world.keys.operator, body });

  expect(bodyOf(answer).member("code").text()).toBe("ELECTION_PATH_UNSAFE");
});
