/** Runs `rota passports compile`, `rules` and `key`, none of which needs a database. */
import { randomBytes, randomUUID } from "node:crypto";
import { RotaError } from "@rota/engine";
import { type CommandContext, type CommandOutput, ROTA_VERSION } from "@rota/engine/workload";
import type { Fact } from "../core/facts/fact.ts";
import { DOCUMENT_KINDS, parseDocument } from "../core/facts/parse-document.ts";
import { sealSnapshot } from "../core/facts/snapshot.ts";
import { shippedRules } from "../core/node/shipped-files.ts";
import { readSigningKey } from "../core/node/signing-key.ts";
import { compile, type CompiledPassport } from "../core/passport/compile.ts";
import { writePassportFile } from "../core/passport/passport-file.ts";
import { signReceipt } from "../core/passport/sign-receipt.ts";
import { formatQrText } from "../core/qr/qr-text.ts";
import { loadRules } from "../core/rules/load-rules.ts";
import { CASES_TO_PUBLISH, mayPublish, type RuleTestRun, runRuleTests } from "../core/rules/rule-test-run.ts";
import { readInput } from "./passport-input.ts";

export async function makePassportFile(context: CommandContext): Promise<void> {
  const path = context.words[0] ?? "";
  const out = context.flags.required("out", "where the passport goes");
  const signer = await readKeyFile(context.flags.required("key", "with which key to sign"));
  const facts = parseDocument({
    kind: context.flags.choice("kind", DOCUMENT_KINDS) ?? "DATA_MODEL",
    mimeType: path.toLowerCase().endsWith(".csv") ? "text/csv" : "application/json",
    bytes: await readInput(path),
  });
  const rules = loadRules(await readRules(context.flags.text("rules") ?? "din-spec-99100", undefined));
  const sku = context.flags.text("sku") ?? "SKU-1";
  const snapshotId = randomUUID();
  const outcome = compile({ ...inputOf(facts, snapshotId, sku), rules: rulesOf(rules), signingKeyId: signer.keyId });
  if (outcome.kind === "refused") throw outcome.error;
  await context.output.writeNew(
    out,
    await fileOf(outcome.passport, sealSnapshot(snapshotId, facts).snapshotCanonical, signer),
  );
  const { receipt, payloadHash, nodeCount } = outcome.passport;
  const made = { out, passportVersionId: receipt.passport_version_id, payloadHash, facts: facts.length, nodeCount };
  context.output.answer(made, () => [
    `${out}: ${context.output.nouns(facts.length, "fact", "facts")}, ${context.output.count(nodeCount)} steps of proof, payload ${payloadHash}`,
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

type RuleSources = { readonly dslSource: string; readonly testsSource: string };

/** Reads rules by name. A file with the name of shipped rules takes precedence. */
async function readRules(name: string, testsFile: string | undefined): Promise<RuleSources> {
  const shipped = shippedRules().find((rules) => rules.name === name);
  const tests = testsFile === undefined ? undefined : await readText(testsFile);
  if (shipped !== undefined) return { dslSource: shipped.dslSource, testsSource: tests ?? shipped.testsSource };
  return { dslSource: await readText(name), testsSource: tests ?? "" };
}

export async function testRules(context: CommandContext): Promise<void> {
  const rules = loadRules(await readRules(context.words[0] ?? "", context.flags.text("tests")));
  const run = runRuleTests(rules);
  const isReady = mayPublish(run);
  context.output.answer({ ...run, fields: rules.fields.length, mayPublish: isReady }, (value) =>
    ruleLines(context.output, value),
  );
  if (!isReady) process.exitCode = 1;
}

function ruleLines(
  output: CommandOutput,
  { fields, cases, failed, firstFailure, mayPublish: isReady }: RuleTestRun & Verdict,
): string[] {
  const ran = `${output.nouns(fields, "field", "fields")}, ${output.nouns(cases, "case", "cases")}`;
  if (isReady) return [`the rules may be published: ${ran}`];
  const failure = firstFailure === undefined ? [] : [output.oneLine(`${firstFailure.test}: ${firstFailure.why}`, 300)];
  const why = failed > 0 ? `${output.count(failed)} of them failed` : `${String(CASES_TO_PUBLISH)} are needed`;
  return [...failure, `the rules may NOT be published: ${ran}, ${why}`];
}

type Verdict = { readonly fields: number; readonly mayPublish: boolean };

async function readText(path: string): Promise<string> {
  return new TextDecoder("utf-8", { ignoreBOM: false }).decode(await readInput(path));
}

export async function makeSigningKey(context: CommandContext): Promise<void> {
  const keyId = context.words[0] ?? "";
  const out = context.flags.required("out", "where the private key goes");
  const privateKey = randomBytes(32).toString("base64");
  const { publicKey } = readSigningKey({ keyId, privateKey });
  await context.output.writeNew(out, `${keyId} ${privateKey}\n`, 0o600);
  const key = { key_id: keyId, public_key: publicKey, status: "ACTIVE" };
  context.output.answer({ ...key, out }, () => [
    JSON.stringify([key]),
    `this is the public key, as a list for \`rota passports verify --keys\`; the private key is in ${out}: give it to workers as PASSPORTS_SIGNING_KEYS_FILE, and to nobody else`,
  ]);
}
