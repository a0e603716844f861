/** Checks proofs, hashes and codes of ballots, and opened ballots: brief, sections 3.5 to 3.7. */
import { at, big, check, count, hashOf, inverse, list, power, product, text, type Constants } from "./basics.ts";
import type { Contest, Manifest, Selection } from "./manifest.ts";

export type Election = Constants & { manifest: Manifest; key: bigint; extended: bigint };
export type Pair = { pad: bigint; data: bigint };
export type Ballot = {
  id: string;
  style: string;
  isCast: boolean;
  code: bigint;
  seed: bigint;
  pairs: Map<string, Pair>;
};

export function isMember({ p, q }: Constants, value: bigint): boolean {
  return value > 0n && value < p && power(value, q, p) === 1n;
}

export function pairOf(json: unknown, ...path: readonly string[]): Pair {
  return { pad: big(json, ...path, "pad"), data: big(json, ...path, "data") };
}

export function checkBallot(election: Election, json: unknown): Ballot {
  const { q, manifest } = election;
  const [id, style] = [text(json, "object_id"), text(json, "style_id")];
  const contests = [...(manifest.styles.get(style) ?? [])].sort((a, b) => a.sequence - b.sequence);
  const given = list(json, "contests");
  check(contests.length > 0 && given.length === contests.length, `ballot ${id} has other contests than its style`);
  check(big(json, "manifest_hash") === manifest.hash, `ballot ${id} is for another manifest`);
  const pairs = new Map<string, Pair>();
  const hashes = contests.map((contest, index) => checkContest(election, given[index], { contest, pairs }));
  const hash = hashOf(q, id, manifest.hash, ...hashes);
  check(big(json, "crypto_hash") === hash, `the hash of ballot ${id} is another`);
  const [code, seed] = [big(json, "code"), big(json, "code_seed")];
  check(code === hashOf(q, seed, count(json, "timestamp"), hash), `the code of ballot ${id} is another`);
  const state = count(json, "state");
  check(state === 1 || state === 2, `ballot ${id} is neither cast nor challenged`);
  return { id, style, isCast: state === 1, code, seed, pairs };
}

type InContest = { contest: Contest; pairs: Map<string, Pair> };

function checkContest(election: Election, json: unknown, { contest, pairs }: InContest): bigint {
  const { p, q, g, key, extended } = election;
  check(
    text(json, "object_id") === contest.id && count(json, "sequence_order") === contest.sequence,
    `${contest.id} is another contest`,
  );
  check(big(json, "description_hash") === contest.hash, `${contest.id} is described otherwise`);
  const given = list(json, "ballot_selections");
  check(given.length === contest.selections.length, `${contest.id} has other selections`);
  const own = contest.selections.map((selection, index) => checkSelection(election, given[index], selection));
  own.forEach(({ pair }, index) => pairs.set(`${contest.id}|${contest.selections[index]?.id ?? ""}`, pair));
  const sum = {
    pad: product(
      own.map(({ pair }) => pair.pad),
      p,
    ),
    data: product(
      own.map(({ pair }) => pair.data),
      p,
    ),
  };
  const accumulated = pairOf(json, "ciphertext_accumulation");
  check(sum.pad === accumulated.pad && sum.data === accumulated.data, `${contest.id} does not add up`);
  const { pad: a, data: b } = pairOf(json, "proof");
  const [c, v] = [big(json, "proof", "challenge"), big(json, "proof", "response")];
  check(count(json, "proof", "constant") === contest.limit && c < q && v < q, `${contest.id} proves another limit`);
  check(c === hashOf(q, extended, sum.pad, sum.data, a, b), `the challenge of ${contest.id} is no hash`);
  check(power(g, v, p) === (a * power(sum.pad, c, p)) % p, `the limit of ${contest.id}: g^v`);
  const left = (power(g, (c * BigInt(contest.limit)) % q, p) * power(key, v, p)) % p;
  check(left === (b * power(sum.data, c, p)) % p, `the limit of ${contest.id}: g^(cL) K^v`);
  const hash = hashOf(q, contest.id, contest.hash, ...own.map((selection) => selection.hash));
  check(big(json, "crypto_hash") === hash, `the hash of ${contest.id} is another`);
  return hash;
}

function checkSelection(election: Election, json: unknown, selection: Selection): { pair: Pair; hash: bigint } {
  const { p, q, g, key, extended } = election;
  const { id } = selection;
  check(
    text(json, "object_id") === id && count(json, "sequence_order") === selection.sequence,
    `${id} is another selection`,
  );
  check(big(json, "description_hash") === selection.hash, `${id} is described otherwise`);
  check(at(json, "is_placeholder_selection") === selection.isPlaceholder, `${id}: placeholder or not`);
  const pair = pairOf(json, "ciphertext");
  check(isMember(election, pair.pad) && isMember(election, pair.data), `${id} is not in the subgroup`);
  const proof = (name: string) => big(json, "proof", name);
  const [a0, b0, a1, b1] = [
    proof("proof_zero_pad"),
    proof("proof_zero_data"),
    proof("proof_one_pad"),
    proof("proof_one_data"),
  ];
  const [c0, c1, v0, v1] = [
    proof("proof_zero_challenge"),
    proof("proof_one_challenge"),
    proof("proof_zero_response"),
    proof("proof_one_response"),
  ];
  check(
    [c0, c1, v0, v1].every((scalar) => scalar < q),
    `${id} has a scalar that is none`,
  );
  check(
    [a0, b0, a1, b1].every((value) => value > 0n && value < p),
    `${id} has a commitment that is none`,
  );
  const c = hashOf(q, extended, pair.pad, pair.data, a0, b0, a1, b1);
  check(c === proof("challenge") && c === (c0 + c1) % q, `the challenge of ${id} is no hash`);
  check(power(g, v0, p) === (a0 * power(pair.pad, c0, p)) % p, `${id}: g^v0`);
  check(power(g, v1, p) === (a1 * power(pair.pad, c1, p)) % p, `${id}: g^v1`);
  check(power(key, v0, p) === (b0 * power(pair.data, c0, p)) % p, `${id}: K^v0`);
  check((power(g, c1, p) * power(key, v1, p)) % p === (b1 * power(pair.data, c1, p)) % p, `${id}: g^c1 K^v1`);
  const hash = hashOf(q, id, selection.hash, hashOf(q, pair.pad, pair.data));
  check(big(json, "crypto_hash") === hash, `the hash of ${id} is another`);
  return { pair, hash };
}

/** Derives all nonces from the ballot's and checks that each ciphertext encrypts exactly the published vote. */
export function checkOpened(election: Election, ballot: Ballot, json: unknown): void {
  const { p, q, g, key, manifest } = election;
  check(text(json, "style_id") === ballot.style, `ballot ${ballot.id} is opened with another style`);
  const seed = hashOf(q, manifest.hash, ballot.id, big(json, "nonce"));
  const votes = new Map(
    list(json, "contests").flatMap((contest) =>
      list(contest, "ballot_selections").map((selection) => [
        `${text(contest, "object_id")}|${text(selection, "object_id")}`,
        BigInt(count(selection, "vote")),
      ]),
    ),
  );
  for (const contest of manifest.styles.get(ballot.style) ?? []) {
    const contestNonce = hashOf(q, hashOf(q, contest.hash, seed), contest.sequence);
    let sum = 0n;
    for (const selection of contest.selections) {
      const nonce = hashOf(q, hashOf(q, selection.hash, contestNonce), selection.sequence);
      const name = `${contest.id}|${selection.id}`;
      const pair = ballot.pairs.get(name) ?? { pad: 0n, data: 0n };
      check(pair.pad === power(g, nonce, p), `the nonce of ballot ${ballot.id} does not open ${name}`);
      const hidden = (pair.data * inverse(power(key, nonce, p), p)) % p;
      const vote = hidden === 1n ? 0n : 1n;
      check(hidden === power(g, vote, p), `ballot ${ballot.id} hides neither 0 nor 1 in ${name}`);
      if (!selection.isPlaceholder)
        check((votes.get(name) ?? 0n) === vote, `ballot ${ballot.id} is not what was told: ${name}`);
      votes.delete(name);
      sum += vote;
    }
    check(sum === BigInt(contest.limit), `ballot ${ballot.id} gives another number of votes in ${contest.id}`);
  }
  check(votes.size === 0, `ballot ${ballot.id} was told to have votes that it lacks`);
}
