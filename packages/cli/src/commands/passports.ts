/** Implements `rota passports verify`, `compile`, `rules` and `key`, none of which needs a database. */
import { randomBytes, randomUUID } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { RotaError } from "@rota/engine";
import { ROTA_VERSION } from "@rota/engine/internal";
import {
  CASES_TO_PUBLISH,
  compile,
  type CompiledPassport,
  DOCUMENT_KINDS,
  type Fact,
  formatQrText,
  loadRules,
  mayPublish,
  parseDocument,
  readPassportFile,
  readVerificationKeys,
  type RuleTestRun,
  runRuleTests,
  sealSnapshot,
  signReceipt,
  type VerificationKey,
  type VerificationReport,
  verifyDisclosed,
  verifyPassport,
  writePassportFile,
} from "@rota/passports";
import { readSigningKey, shippedRules } from "@rota/passports/node";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { choiceFlag, requiredFlag, textFlag } from "../flags.ts";
import { answer, count, nouns, oneLine } from "../output/answer.ts";
import { stepLines } from "../output/table.ts";
import { writeNew } from "../output/write-output.ts";

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

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
  examplesNotRun: "one asks a server of yours; their own test: packages/cli/test/passports-server.test.ts",
  exitOneWhen: "the passport is not valid, or was revoked",
  run: verify,
};

type Verified = VerificationReport & {
  /** Current status according to the server; undefined for a file. */
  readonly status?: string;
};

async function verify(context: CommandContext): Promise<void> {
  const passport = context.words[0] ?? "";
  const server = textFlag(context, "server");
  const isAsked = ID.test(passport);
  if (isAsked && server === undefined)
    throw new RotaError("COMMAND_INVALID", `${passport} is the id of a version: say where it is with --server`);
  const verified = isAsked
    ? await verifyAsked(context, server ?? "", passport.toLowerCase())
    : await verifyFile(context, passport);
  answer(context, verified, passportLines);
  if (verified.verdict === "invalid" || verified.status === "REVOKED") process.exitCode = 1;
}

async function verifyFile(context: CommandContext, path: string): Promise<Verified> {
  const files = readPassportFile(await readInput(path));
  const qrText = textFlag(context, "qr") ?? files.qrText;
  return verifyPassport({ ...files, qrText }, await readKeys(context));
}

/** Verifies the public fields that a server returns against the signed receipt. */
async function verifyAsked(context: CommandContext, server: string, versionId: string): Promise<Verified> {
  const text = await fetchDisclosed(server, versionId);
  const report = verifyDisclosed({ answer: text, qrText: textFlag(context, "qr") }, await readKeys(context));
  return { ...report, status: statusIn(text) };
}

/** Returns the status of the passport in a response. The key in it has its own status, which does not count. */
function statusIn(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && "status" in parsed && typeof parsed.status === "string")
      return parsed.status;
  } catch {
    // The verification report covers text that is not JSON.
  }
  return "nothing of its status";
}

async function readKeys(context: CommandContext): Promise<readonly VerificationKey[]> {
  const file = textFlag(context, "keys");
  if (file !== undefined) return readVerificationKeys(Buffer.from(await readInput(file)).toString("utf8"));
  const server = textFlag(context, "server");
  if (server === undefined)
    throw new RotaError(
      "COMMAND_INVALID",
      "say which public keys you trust with --keys, or who names them with --server",
    );
  const keys = await fetchKeys(server);
  context.logger.warn(
    { keys: keys.map(({ keyId, publicKey }) => `${keyId} ${publicKey}`) },
    "the keys are those that the server names: compare them with what the issuer publishes elsewhere",
  );
  return keys;
}

function passportLines({ verdict, steps, status }: Verified): string[] {
  const failed = steps.filter((step) => step.verdict === "fail").length;
  const standing = status === undefined ? "whether it was revoked, its issuer can tell" : `the server says ${status}`;
  return [
    ...stepLines(steps),
    verdict === "valid"
      ? oneLine(`the passport is valid; ${standing}`)
      : `the passport is NOT valid, ${nouns(failed, "step fails", "steps fail")}`,
  ];
}

const PATIENCE_MS = 30_000;
const BYTES_MAX = 60_000_000;

/** Returns the response text unchanged: parsing and rewriting would alter what is verified. */
async function fetchDisclosed(server: string, versionId: string): Promise<string> {
  return ask(server, `/v1/verify/${versionId}`);
}

async function fetchKeys(server: string): Promise<readonly VerificationKey[]> {
  return readVerificationKeys(await ask(server, "/v1/signing-keys"));
}

async function ask(server: string, path: string): Promise<string> {
  const url = addressOf(server, path);
  let response: Response;
  try {
    response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (cause) {
    const message = `${url.origin} does not answer: check --server and the network`;
    throw new RotaError("PASSPORT_SERVER_UNREACHABLE", message, { url: url.origin }, { cause });
  }
  const text = await textOf(response);
  if (response.ok) return text;
  const message = `${url.origin} answers ${String(response.status)} for ${path}: check the id and --server`;
  throw new RotaError("PASSPORT_SERVER_UNREACHABLE", message, { url: url.origin, status: response.status });
}

function addressOf(server: string, path: string): URL {
  if (/^https?:\/\//.test(server) && URL.canParse(server)) return new URL(path, server);
  throw new RotaError("COMMAND_INVALID", `--server ${server}: write an address such as https://passports.example`);
}

/** Reads a response up to a size limit, so that an endless one is cut off. */
async function textOf(response: Response): Promise<string> {
  const body: AsyncIterable<Uint8Array> | null = response.body;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX)
      throw new RotaError("PASSPORT_SERVER_UNREACHABLE", `the answer has more than ${String(BYTES_MAX)} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

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
  run: compilePassport,
};

async function compilePassport(context: CommandContext): Promise<void> {
  const path = context.words[0] ?? "";
  const out = requiredFlag(context, "out", "where the passport goes");
  const signer = await readKeyFile(requiredFlag(context, "key", "with which key to sign"));
  const facts = parseDocument({
    kind: choiceFlag(context, "kind", DOCUMENT_KINDS) ?? "DATA_MODEL",
    mimeType: path.toLowerCase().endsWith(".csv") ? "text/csv" : "application/json",
    bytes: await readInput(path),
  });
  const rules = loadRules(await readRules(textFlag(context, "rules") ?? "din-spec-99100", undefined));
  const sku = textFlag(context, "sku") ?? "SKU-1";
  const snapshotId = randomUUID();
  const outcome = compile({ ...inputOf(facts, snapshotId, sku), rules: rulesOf(rules), signingKeyId: signer.keyId });
  if (outcome.kind === "refused") throw outcome.error;
  await writeNew(out, await fileOf(outcome.passport, sealSnapshot(snapshotId, facts).snapshotCanonical, signer));
  const { receipt, payloadHash, nodeCount } = outcome.passport;
  const made = { out, passportVersionId: receipt.passport_version_id, payloadHash, facts: facts.length, nodeCount };
  answer(context, made, () => [
    `${out}: ${nouns(facts.length, "fact", "facts")}, ${count(nodeCount)} steps of proof, payload ${payloadHash}`,
    `check it with: rota passports verify ${out} --keys <public keys>`,
  ]);
}

function inputOf(facts: readonly Fact[], snapshotId: string, sku: string) {
  return {
    snapshot: { snapshotId, status: "SEALED", facts, ...sealSnapshot(snapshotId, facts) },
    product: { batteryProductId: randomUUID(), sku, name: sku },
    tenantId: randomUUID(),
    passportId: randomUUID(),
    passportVersionId: randomUUID(),
    issuedAt: `${new Date().toISOString().slice(0, 19)}Z`,
    compilerBuildId: `rota-${ROTA_VERSION}`,
  } as const;
}

/** Treats local rules as published, so that they can be tried without publishing. */
function rulesOf(rules: ReturnType<typeof loadRules>) {
  return { rulePackageVersionId: randomUUID(), status: "PUBLISHED", package: rules } as const;
}

type Key = ReturnType<typeof readSigningKey>;

async function fileOf(passport: CompiledPassport, snapshot: string, signer: Key): Promise<string> {
  const { receiptSignedCanonical } = await signReceipt(passport.receipt, [signer]);
  const passportVersionId = passport.receipt.passport_version_id;
  return writePassportFile({
    payload: Buffer.from(passport.payloadCanonical),
    proof: Buffer.from(passport.proofCanonical),
    receipt: Buffer.from(receiptSignedCanonical),
    snapshot: Buffer.from(snapshot),
    qrText: formatQrText({ ...passport, passportVersionId }),
  });
}

async function readKeyFile(path: string): Promise<Key> {
  const [line = ""] = Buffer.from(await readInput(path))
    .toString("utf8")
    .trim()
    .split("\n");
  const [keyId = "", privateKey = ""] = line.trim().split(/\s+/);
  if (privateKey !== "") return readSigningKey({ keyId, privateKey });
  throw new RotaError("FILE_UNUSABLE", `${path} holds no key: make one with rota passports key`, { path });
}

const rulesCommand: CommandSpec = {
  name: "passports rules",
  sentence: "check rules of passports and run their tests; needs no database",
  words: [{ name: "rules", sentence: "a file, or rules that come along, such as din-spec-99100" }],
  flags: [{ flag: "--tests <file>", sentence: "the file of their tests (default: those that come along, or none)" }],
  examples: ["rota passports rules pack.rules --tests pack.tests", "rota passports rules din-spec-99100"],
  exitOneWhen: `a test failed, or there are fewer than the ${String(CASES_TO_PUBLISH)} cases that publishing needs`,
  run: checkRules,
};

type RuleSources = { readonly dslSource: string; readonly testsSource: string };

/** Reads rules by name. A file with the name of shipped rules takes precedence. */
async function readRules(name: string, testsFile: string | undefined): Promise<RuleSources> {
  const shipped = shippedRules().find((rules) => rules.name === name);
  const tests = testsFile === undefined ? undefined : await readText(testsFile);
  if (shipped !== undefined) return { dslSource: shipped.dslSource, testsSource: tests ?? shipped.testsSource };
  return { dslSource: await readText(name), testsSource: tests ?? "" };
}

async function checkRules(context: CommandContext): Promise<void> {
  const rules = loadRules(await readRules(context.words[0] ?? "", textFlag(context, "tests")));
  const run = runRuleTests(rules);
  const isReady = mayPublish(run);
  answer(context, { ...run, fields: rules.fields.length, mayPublish: isReady }, ruleLines);
  if (!isReady) process.exitCode = 1;
}

function ruleLines({ fields, cases, failed, firstFailure, mayPublish: isReady }: RuleTestRun & Verdict): string[] {
  const ran = `${nouns(fields, "field", "fields")}, ${nouns(cases, "case", "cases")}`;
  if (isReady) return [`the rules may be published: ${ran}`];
  const failure = firstFailure === undefined ? [] : [oneLine(`${firstFailure.test}: ${firstFailure.why}`, 300)];
  const why = failed > 0 ? `${count(failed)} of them failed` : `${String(CASES_TO_PUBLISH)} are needed`;
  return [...failure, `the rules may NOT be published: ${ran}, ${why}`];
}

type Verdict = { readonly fields: number; readonly mayPublish: boolean };

async function readText(path: string): Promise<string> {
  return new TextDecoder("utf-8", { ignoreBOM: false }).decode(await readInput(path));
}

const signingKeyCommand: CommandSpec = {
  name: "passports key",
  sentence: "make a key that signs passports: the private half for workers, the public half for everybody",
  words: [{ name: "key-id", sentence: "its name in receipts, such as 2026-01" }],
  flags: [{ flag: "--out <file>", sentence: "where the private key goes: a file that only workers can read" }],
  examples: ["rota passports key 2026-01 --out passports.keys"],
  run: makeSigningKey,
};

async function makeSigningKey(context: CommandContext): Promise<void> {
  const keyId = context.words[0] ?? "";
  const out = requiredFlag(context, "out", "where the private key goes");
  const privateKey = randomBytes(32).toString("base64");
  const { publicKey } = readSigningKey({ keyId, privateKey });
  await writeNew(out, `${keyId} ${privateKey}\n`, 0o600);
  const key = { key_id: keyId, public_key: publicKey, status: "ACTIVE" };
  answer(context, { ...key, out }, () => [
    JSON.stringify([key]),
    `this is the public key, as a list for \`rota passports verify --keys\`; the private key is in ${out}: give it to workers as BPC_SIGNING_KEYS_FILE, and to nobody else`,
  ]);
}

/** Reads a file. @throws FILE_UNUSABLE with the reason and the way out. */
async function readInput(path: string): Promise<Uint8Array> {
  const size = await sizeOf(path);
  if (size > BYTES_MAX) {
    const message = `${path} has ${String(size)} bytes, at most ${String(BYTES_MAX)}: it is no file of a passport`;
    throw new RotaError("FILE_UNUSABLE", message, { path });
  }
  return readFile(path);
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (cause) {
    throw new RotaError("FILE_UNUSABLE", `${path} cannot be read: name a file that is there`, { path }, { cause });
  }
  throw new RotaError("FILE_UNUSABLE", `${path} is no file: name one`, { path });
}

export const passportsCommands: readonly CommandSpec[] = [
  verifyPassportCommand,
  compilePassportCommand,
  rulesCommand,
  signingKeyCommand,
];
