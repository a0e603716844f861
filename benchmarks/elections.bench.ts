/**
 * Measures the arithmetic of elections on one core: powers against OpenSSL and GMP in C, and the work for each ballot.
 *
 * Times are processor time, except for the record of College Park.
 */
import {
  addBallots,
  checkBallot,
  combineShares,
  compensateShare,
  createDiscreteLog,
  createGroup,
  decryptShare,
  GROUP_V1_4096,
  objectionsToBallots,
  plainExponentiation,
  randomScalar,
  TOY_GROUP_256,
  type EncryptedBallot,
  type Group,
} from "@rota/elections";
import { nativeExponentiation, openRecordFolder, verifyInProcesses } from "@rota/elections/node";
import { availableParallelism } from "node:os";
import { writeCollegePark } from "./elections/college-park.ts";
import { powersInC, type PowersInC } from "./elections/powers-in-c.ts";
import { createPracticeElection, encryptVote, type PracticeElection } from "./elections/practice-election.ts";
import type { Table } from "./harness/markdown.ts";
import { writeReport } from "./harness/results.ts";
import { isFullRun, isQuick } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";

const PARAMETERS = isQuick ? TOY_GROUP_256 : GROUP_V1_4096;
const POWERS = isQuick ? 3 : 30;
const BALLOTS = isQuick ? 4 : 100;
/** Short rounds in turn, so that a slow phase of the machine affects all methods alike. */
const POWER_ROUNDS = isQuick ? 1 : 15;
const BALLOT_ROUNDS = isQuick ? 1 : 3;

const powers = Array.from({ length: POWERS }, () => {
  const base = plainExponentiation(PARAMETERS).power(PARAMETERS.g, randomScalar(PARAMETERS));
  return { base, exponent: randomScalar(PARAMETERS) };
});

const tables = [powerTable(), fixedBaseTable(), ballotTable()];
/** Takes two minutes of a core. */
const park = isQuick || process.argv.includes("--without-record") ? undefined : await collegePark();
await writeReport({
  name: "elections",
  title: "The arithmetic of elections",
  tables,
  findings: [
    `group ${PARAMETERS.name}; milliseconds of one core, medians of ${String(POWER_ROUNDS)} rounds of powers and ${String(BALLOT_ROUNDS)} of ballots`,
    "a ballot has one contest with four options, one vote and so one placeholder; five guardians, three present",
    park ?? "the record of College Park was not verified: its data is not here, or it was left out",
    "bars: powers within 1.2 of both libraries in C, fixed base under 0.4 ms, College Park under 90 s on two cores",
  ],
  isKept: isFullRun && !isQuick,
});

function powerTable(): Table {
  const openssl = { source: "./openssl-powers.c", library: "crypto" } as const;
  const inC = (found: PowersInC | undefined) => found?.msEach ?? Number.NaN;
  const work = { p: PARAMETERS.p, powers };
  const direct = nativeExponentiation({ primeAfter: 0 })(PARAMETERS);
  const multiple = nativeExponentiation({ primeAfter: Infinity })(PARAMETERS);
  const plain = plainExponentiation(PARAMETERS);
  const ways: readonly Way[] = [
    ["OpenSSL in C", () => inC(powersInC(work, openssl))],
    ["OpenSSL in C, constant time", () => inC(powersInC(work, { ...openssl, words: ["c"] }))],
    ["GMP in C", () => inC(powersInC(work, { source: "./gmp-powers.c", library: "gmp" }))],
    ["OpenSSL through Node, at once", () => msOf(powers, ({ base, exponent }) => multiple.power(base, exponent))],
    [
      "OpenSSL through Node, after two seconds",
      () => msOf(powers, ({ base, exponent }) => direct.power(base, exponent)),
    ],
    ["BigInt", () => msOf(powers, ({ base, exponent }) => plain.power(base, exponent))],
  ];
  const measured = inTurn(ways, POWER_ROUNDS);
  const reference = measured.get("OpenSSL in C") ?? Number.NaN;
  const rows = [...measured].map(([name, ms]) => [name, orNothing(ms), readable(ms / reference)]);
  return { head: ["power, exponent of 256 bits", "ms", "to OpenSSL in C"], rows };
}

function fixedBaseTable(): Table {
  const widths = isQuick ? [4, 8] : [8, 10, 12];
  const ways = widths.map((windowBits): Way => {
    const group = createGroup(PARAMETERS, { windowBits, tableAfter: 0 });
    group.fixedPower(group.g, 1n);
    const name = `${String(windowBits)} bits, ${readable(tableMib(windowBits))} MiB`;
    return [name, () => msOf(powers, ({ exponent }) => group.fixedPower(group.g, exponent))];
  });
  return {
    head: ["power of a fixed base, window", "ms"],
    rows: [...inTurn(ways, POWER_ROUNDS)].map(([name, ms]) => [name, readable(ms)]),
  };
}

function ballotTable(): Table {
  const group = createGroup(PARAMETERS, { exponentiation: nativeExponentiation({ primeAfter: 0 }), tableAfter: 0 });
  const election = createPracticeElection(group);
  const ballots: EncryptedBallot[] = [];
  const numbers = Array.from({ length: BALLOTS }, (_, index) => index);
  const steps: readonly Way[] = [
    ["encrypt a ballot", () => msOf(numbers, (number) => ballots.push(encryptVote(group, election, number)))],
    [
      "admit a ballot: check it alone",
      () => msOf(ballots.slice(0, 20), (ballot) => checkBallot(group, election, ballot)),
    ],
    [`verify a ballot in a batch of ${String(BALLOTS)}`, () => verifyBatch(group, election, ballots)],
    ["add a ballot to the tally", () => msOf([ballots], () => addBallots(group, ballots)) / ballots.length],
    ...decryptionSteps(group, election, ballots),
  ];
  const rows = [...inTurn(steps, BALLOT_ROUNDS, () => void ballots.splice(0))].map(([name, ms]) => [
    name,
    readable(ms),
    readable(1_000 / ms),
  ]);
  return { head: ["what", "ms", "each second and core"], rows };
}

function verifyBatch(group: Group, election: PracticeElection, ballots: readonly EncryptedBallot[]): number {
  return (
    msOf([ballots], () => {
      if (objectionsToBallots(group, election, ballots).some((found) => found.length > 0)) throw new Error("not valid");
    }) / ballots.length
  );
}

/** Decryption steps for one option of the tally. */
function decryptionSteps(group: Group, election: PracticeElection, ballots: readonly EncryptedBallot[]) {
  const { present, points, context, guardians } = election;
  const ciphertext = () => [...addBallots(group, ballots.slice(0, 4)).sums.values()][0] ?? { pad: 1n, data: 1n };
  const work = () => ({ ciphertext: ciphertext(), context, nonce: randomScalar(group) });
  const direct = () => present.map((keys) => decryptShare(group, keys, work()));
  const compensate = () =>
    points.map(({ receiver, sender, point }) =>
      compensateShare(group, { guardian: receiver.public, missing: sender.public, point }, work()),
    );
  const countOf = createDiscreteLog(group, { max: BALLOTS });
  return [
    ["partial decryption of a selection by a guardian", () => msOf([0], direct) / present.length],
    ["compensated decryption of a selection by a guardian", () => msOf([0], compensate) / points.length],
    [
      "combine a selection: 3 present, 2 missing",
      () => {
        const shares = { selectionId: "mayor-ann", ciphertext: ciphertext(), context, guardians };
        const given = { ...shares, direct: direct(), compensated: compensate() };
        return msOf([0], () => combineShares(group, given, countOf));
      },
    ],
  ] as const;
}

async function collegePark(): Promise<string | undefined> {
  const record = writeCollegePark();
  if (record === undefined) return undefined;
  try {
    const begun = performance.now();
    const { verdict, ballots } = await verifyInProcesses(openRecordFolder(record.path));
    const seconds = readable((performance.now() - begun) / 1_000);
    const cores = String(availableParallelism());
    return `the record of College Park, ${String(ballots)} ballots, is ${verdict}: ${seconds} s by the clock on ${cores} cores`;
  } finally {
    record.remove();
  }
}

type Way = readonly [string, () => number];

function inTurn(ways: readonly Way[], rounds: number, afterRound: () => void = () => undefined): Map<string, number> {
  const measured = new Map<string, number[]>(ways.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of ways) measured.get(name)?.push(measure());
    afterRound();
  }
  return new Map([...measured].map(([name, values]) => [name, median(values)]));
}

/** Returns processor milliseconds for each item. */
function msOf<Item>(items: readonly Item[], use: (item: Item) => unknown): number {
  const before = process.cpuUsage();
  for (const item of items) use(item);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / items.length;
}

function tableMib(windowBits: number): number {
  const bytes = PARAMETERS.p.toString(16).length / 2;
  return (Math.ceil(256 / windowBits) * 2 ** windowBits * bytes) / 2 ** 20;
}

function orNothing(ms: number): string {
  return Number.isNaN(ms) ? "not available" : readable(ms);
}
