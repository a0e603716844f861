/** Describes `rota passports verify`, `compile`, `rules` and `key`. What they run is loaded with the first of them. */
import type { CommandSpec } from "@rota/engine/workload";
import { DOCUMENT_KINDS } from "../core/facts/parse-document.ts";
import { CASES_TO_PUBLISH } from "../core/rules/rule-test-run.ts";

const verifyPassportCommand: CommandSpec = {
  name: "passports verify",
  sentence: "check hashes, proof, receipt and signature of a passport; needs no database and trusts no server",
  words: [{ name: "passport", sentence: "a file that was exported, or the id of a version with --server" }],
  flags: [
    { flag: "--keys <file>", sentence: "public keys that you trust, in json (default: those that the server names)" },
    { flag: "--server <url>", sentence: "where to ask for the passport, or for keys" },
    { flag: "--qr <text>", sentence: "what was scanned from the battery" },
  ],
  examples: [
    "rota passports verify passport.json --keys keys.json",
    "rota passports verify 44444444-4444-4444-8444-444444444444 --server https://passports.example --json",
  ],
  examplesNotRun:
    "one asks a server of yours; their own test: workloads/passports/test/commands/passports-server.test.ts",
  exitOneWhen: "the passport is not valid, or was revoked",
  run: async (context) => (await import("./verify-passports.ts")).verify(context),
};

const compilePassportCommand: CommandSpec = {
  name: "passports compile",
  sentence: "make a signed passport file out of a document and rules, to try them; needs no database",
  words: [{ name: "document", sentence: "JSON or CSV, such as a Catena-X battery_pass" }],
  flags: [
    { flag: "--rules <rules>", sentence: "a file, or rules that come along (default: din-spec-99100)" },
    { flag: "--kind <kind>", sentence: "what the document is (default: DATA_MODEL)", choices: [...DOCUMENT_KINDS] },
    { flag: "--sku <number>", sentence: "the product (default: SKU-1)" },
    { flag: "--key <file>", sentence: "the private key, as `rota passports key` wrote it" },
    { flag: "--out <file>", sentence: "where the passport goes" },
  ],
  examples: ["rota passports compile battery-pass.json --key passports.keys --out passport.json"],
  run: async (context) => (await import("./make-passports.ts")).makePassportFile(context),
};

const rulesCommand: CommandSpec = {
  name: "passports rules",
  sentence: "check rules of passports and run their tests; needs no database",
  words: [{ name: "rules", sentence: "a file, or rules that come along, such as din-spec-99100" }],
  flags: [{ flag: "--tests <file>", sentence: "the file of their tests (default: those that come along, or none)" }],
  examples: ["rota passports rules pack.rules --tests pack.tests", "rota passports rules din-spec-99100"],
  exitOneWhen: `a test failed, or there are fewer than the ${String(CASES_TO_PUBLISH)} cases that publishing needs`,
  run: async (context) => (await import("./make-passports.ts")).testRules(context),
};

const signingKeyCommand: CommandSpec = {
  name: "passports key",
  sentence: "make a key that signs passports: the private half for workers, the public half for everybody",
  words: [{ name: "key-id", sentence: "its name in receipts, such as 2026-01" }],
  flags: [{ flag: "--out <file>", sentence: "where the private key goes: a file that only workers can read" }],
  examples: ["rota passports key 2026-01 --out passports.keys"],
  run: async (context) => (await import("./make-passports.ts")).makeSigningKey(context),
};

export const commands: readonly CommandSpec[] = [
  verifyPassportCommand,
  compilePassportCommand,
  rulesCommand,
  signingKeyCommand,
];
