// The arguments after `npm test --` and `npm run check --`. Plain JavaScript: it runs before dependencies are
// installed.

export const HELP = `Usage:
  npm test                         the fast tier, for all day: unit, contract and property tests with small numbers, and one
                                   story for each guarantee and each workload, on real PostgreSQL, RabbitMQ and Redis (*.test.ts)
  npm run check                    the gate: format, types, lint, build, packages, unused code, and all tests, also those with
                                   browsers, killed processes and the demo (*.test.ts and *.check.ts)
  npm run check -- --long          the gate with large numbers: a million events, 10,000 histories; takes hours

Options, after \`--\`:
  --without rabbitmq,redis         runs without these services; the tests that need them are listed as left out
  --help                           this text
  <file or folder> …               only the tests below it, for example packages/engine/src/leases
  -t <pattern>                     only the tests whose names match; all other options of Vitest work too

Missing programs are installed for root on Debian: Redis and RabbitMQ by both commands, Chromium, promtool, hledger, ledger and
beancount by the gate. Elsewhere Docker or ROTA_TEST_REDIS_URL, ROTA_TEST_RABBITMQ_URL and ROTA_TEST_POSTGRES_URL supply the services.`;

/** PostgreSQL contains all state, so nothing runs without it. */
const CAN_BE_LEFT_OUT = ["rabbitmq", "redis"];

/**
 * @param {readonly string[]} words
 * @returns {{
 *   problem?: string,
 *   isHelp: boolean,
 *   isCheck: boolean,
 *   variables: Record<string, string>,
 *   vitestArguments: string[],
 * }}
 */
export function readArguments(words) {
  const vitestArguments = [];
  /** @type {string[]} */
  const without = [];
  const flags = new Set();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (["--help", "-h", "--check", "--long"].includes(word)) flags.add(word);
    else if (word === "--without") without.push(...(words[++at] ?? "").split(","));
    else if (word.startsWith("--without=")) without.push(...word.slice("--without=".length).split(","));
    else vitestArguments.push(word);
  }
  const isCheck = flags.has("--check");
  const problem = problemOf(without, flags);
  const variables = {
    ...(isCheck ? {} : { ROTA_TEST_TIER: "test" }),
    ...(flags.has("--long") ? { ROTA_LONG: "1" } : {}),
    ...(without.length > 0 ? { ROTA_TEST_WITHOUT: without.join(",") } : {}),
  };
  const isHelp = flags.has("--help") || flags.has("-h");
  return { ...(problem === undefined ? {} : { problem }), isHelp, isCheck, variables, vitestArguments };
}

/**
 * @param {readonly string[]} without
 * @param {ReadonlySet<string>} flags
 */
function problemOf(without, flags) {
  const unknown = without.find((name) => !CAN_BE_LEFT_OUT.includes(name));
  if (unknown !== undefined)
    return `--without takes rabbitmq, redis or both ("--without rabbitmq,redis"), not "${unknown}". Try --help.`;
  if (flags.has("--long") && !flags.has("--check")) return "--long belongs to the gate: npm run check -- --long";
  return undefined;
}
