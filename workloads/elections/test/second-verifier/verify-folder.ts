/**
 * A second verifier of records, written from the formulas of ElectionGuard 1 alone.
 *
 * It shares nothing with the product: no code, and no library but Node's SHA-256. It stops at the first error.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { at, big, check, count, hashOf, list, members, power, product, text, type Constants } from "./basics.ts";
import { checkBallot, checkOpened, pairOf, type Ballot, type Election, type Pair } from "./ballots.ts";
import { readManifest, type Manifest } from "./manifest.ts";
import { checkDecrypted, readGuardian, weightOf, type Guardian } from "./shares.ts";
import { checkUnits } from "./units.ts";

/** Returns the counts by contest and selection; throws for a record that is not valid. */
export function verifyFolder(folder: string, expected: Constants): Map<string, number> {
  const json = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const all = (below: string) => namesIn(join(folder, below)).map((name) => json(join(below, name)));
  const group = readConstants(json("constants.json"), expected);
  const manifest = readManifest(group.q, json("manifest.json"));
  const context = json("context.json");
  const quorum = count(context, "quorum");
  const guardians = all("guardians").map((guardian) => readGuardian(group, guardian, quorum));
  guardians.sort((a, b) => a.number - b.number);
  const { key, extended } = checkContext(group, context, { manifest, guardians, quorum });

  const election: Election = { ...group, manifest, key, extended };
  const ballots = all("submitted_ballots").map((ballot) => checkBallot(election, ballot));
  checkTogether(group.q, ballots, all("encryption_devices"));
  const pairs = checkTally(election, json("encrypted_tally.json"), ballots);
  const tally = json("tally.json");
  check(text(tally, "object_id") === text(json("encrypted_tally.json"), "object_id"), "two tallies");
  const present = presentOf(tally, guardians);
  check(present.length >= quorum, "fewer guardians than the quorum took part");
  checkWeights(group.q, json("coefficients.json"), present);
  const decryption = { ...group, extended, guardians, present };
  const counts = checkDecrypted(decryption, tally, pairs);
  checkTotals(manifest, { counts, ballots });

  const challenged = ballots.filter(({ isCast }) => !isCast);
  checkEach(challenged, all("spoiled_ballots"), (ballot, opened) => checkDecrypted(decryption, opened, ballot.pairs));
  checkEach(challenged, all("challenged_ballots"), (ballot, opened) => checkOpened(election, ballot, opened));
  const plan = json("chunk_plan.json");
  checkPlan(plan, ballots);
  checkUnits(decryption, { plan, tallies: all("unit_tallies"), manifest, ballots, counts });
  return counts;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // a record without challenged ballots has no folder for them
  }
}

function readConstants(json: unknown, expected: Constants): Constants {
  const names = { p: "large_prime", q: "small_prime", r: "cofactor", g: "generator" } as const;
  for (const name of ["p", "q", "r", "g"] as const) check(big(json, names[name]) === expected[name], `another ${name}`);
  const { p, q, r, g } = expected;
  check(p === q * r + 1n && g > 1n && power(g, q, p) === 1n, "these constants make no group");
  return expected;
}

function checkContext(
  { p, q, g }: Constants,
  context: unknown,
  { manifest, guardians, quorum }: { manifest: Manifest; guardians: Guardian[]; quorum: number },
): { key: bigint; extended: bigint } {
  check(guardians.length === count(context, "number_of_guardians"), "another number of guardians");
  check(
    guardians.every(({ number }, index) => number === index + 1),
    "guardians are not numbered from 1",
  );
  check(quorum >= 1 && quorum <= guardians.length, "a quorum that cannot be");
  const key = product(
    guardians.map(({ commitments }) => commitments[0] ?? 0n),
    p,
  );
  const commitments = hashOf(
    q,
    guardians.flatMap((guardian) => guardian.commitments),
  );
  const base = hashOf(q, p, q, g, guardians.length, quorum, manifest.hash);
  const extended = hashOf(q, base, commitments);
  check(big(context, "elgamal_public_key") === key, "another joint key");
  check(big(context, "commitment_hash") === commitments, "another hash of commitments");
  check(big(context, "manifest_hash") === manifest.hash, "another manifest");
  check(big(context, "crypto_base_hash") === base, "another base hash");
  check(big(context, "crypto_extended_base_hash") === extended, "another extended base hash");
  return { key, extended };
}

/** Checks that no id, code or ciphertext is repeated, and that codes form chains that start at the devices. */
function checkTogether(q: bigint, ballots: readonly Ballot[], devices: readonly unknown[]): void {
  const pads = ballots.flatMap(({ pairs }) => [...pairs.values()].map(({ pad }) => pad));
  for (const values of [
    ballots.map(({ id }) => id),
    ballots.map(({ code }) => code),
    ballots.map(({ seed }) => seed),
    pads,
  ]) {
    check(new Set<unknown>(values).size === values.length, "an id, code or ciphertext is there twice");
  }
  const starts = devices.map((device) =>
    hashOf(
      q,
      count(device, "device_id"),
      count(device, "session_id"),
      count(device, "launch_code"),
      text(device, "location"),
    ),
  );
  const known = new Set([...starts, ...ballots.map(({ code }) => code)]);
  check(
    ballots.every(({ seed }) => known.has(seed)),
    "a code follows none",
  );
}

function checkTally({ p, manifest }: Election, json: unknown, ballots: readonly Ballot[]): Map<string, Pair> {
  const cast = ballots.filter(({ isCast }) => isCast);
  const published = new Map(
    members(json, "contests").flatMap(([contestId, contest]) =>
      members(contest, "selections").map(([selectionId, selection]) => [`${contestId}|${selectionId}`, selection]),
    ),
  );
  const pairs = new Map<string, Pair>();
  for (const contest of manifest.contests) {
    check(
      big(json, "contests", contest.id, "description_hash") === contest.hash,
      `${contest.id} is described otherwise`,
    );
    check(text(json, "contests", contest.id, "object_id") === contest.id, `${contest.id} has another name inside`);
    check(count(json, "contests", contest.id, "sequence_order") === contest.sequence, `${contest.id} is elsewhere`);
    for (const selection of contest.selections.filter(({ isPlaceholder }) => !isPlaceholder)) {
      const name = `${contest.id}|${selection.id}`;
      const own = cast.flatMap(({ pairs: of }) => of.get(name) ?? []);
      const sum = {
        pad: product(
          own.map(({ pad }) => pad),
          p,
        ),
        data: product(
          own.map(({ data }) => data),
          p,
        ),
      };
      const found = published.get(name);
      const pair = pairOf(found, "ciphertext");
      check(pair.pad === sum.pad && pair.data === sum.data, `${name} is not the product of the cast ballots`);
      check(text(found, "object_id") === selection.id, `${name} has another name inside`);
      check(big(found, "description_hash") === selection.hash, `${name} is described otherwise`);
      check(count(found, "sequence_order") === selection.sequence, `${name} is elsewhere`);
      pairs.set(name, sum);
    }
  }
  check(published.size === pairs.size, "the tally has selections that the manifest lacks");
  return pairs;
}

/** Returns the guardians whose share of the first selection is their own. Every other selection must agree. */
function presentOf(tally: unknown, guardians: readonly Guardian[]): Guardian[] {
  const contest = members(tally, "contests")[0]?.[1];
  const selection = members(contest, "selections")[0]?.[1];
  const own = list(selection, "shares").filter((share) => at(share, "proof") !== null);
  const ids = new Set(own.map((share) => text(share, "guardian_id")));
  return guardians.filter(({ id }) => ids.has(id));
}

function checkWeights(q: bigint, json: unknown, present: readonly Guardian[]): void {
  check(members(json, "coefficients").length === present.length, "weights of others");
  for (const guardian of present) {
    check(
      big(json, "coefficients", guardian.id) === weightOf(q, guardian, present),
      `another weight of ${guardian.id}`,
    );
  }
}

function checkTotals(
  manifest: Manifest,
  { counts, ballots }: { counts: Map<string, number>; ballots: readonly Ballot[] },
): void {
  for (const { id, limit } of manifest.contests) {
    const cast = ballots.filter(
      ({ isCast, style }) => isCast && manifest.styles.get(style)?.some((contest) => contest.id === id),
    );
    const votes = [...counts].filter(([name]) => name.startsWith(`${id}|`)).map(([, votesOf]) => votesOf);
    check(votes.reduce((sum, one) => sum + one, 0) <= cast.length * limit, `${id} has more votes than ballots give`);
    check(
      votes.every((one) => one <= cast.length),
      `${id} has more votes for one than there are ballots`,
    );
  }
}

/** Checks that each challenged ballot is opened once, and nothing else. */
function checkEach(
  challenged: readonly Ballot[],
  opened: readonly unknown[],
  checkOne: (ballot: Ballot, opened: unknown) => void,
): void {
  check(opened.length === challenged.length, "challenged ballots and opened ones differ in number");
  for (const ballot of challenged) {
    const own = opened.filter((one) => text(one, "object_id") === ballot.id);
    check(own.length === 1, `ballot ${ballot.id} is not opened once`);
    checkOne(ballot, own[0]);
  }
}

function checkPlan(json: unknown, ballots: readonly Ballot[]): void {
  const planned = list(json, "chunks").flatMap((chunk) => list(chunk, "ballot_ids").map((id) => text({ id }, "id")));
  const cast = ballots.filter(({ isCast }) => isCast).map(({ id }) => id);
  check(planned.sort().join("|") === cast.sort().join("|"), "the chunks do not hold each cast ballot once");
}
