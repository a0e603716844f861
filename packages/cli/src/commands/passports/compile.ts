/** `rota passports compile <document>`: makes a passport file out of a document and rules, without a database. */
import { randomUUID } from "node:crypto";
import {
  compile,
  DOCUMENT_KINDS,
  formatQrText,
  loadRules,
  parseDocument,
  sealSnapshot,
  signReceipt,
  writePassportFile,
  type CompiledPassport,
  type Fact,
} from "@rota/passports";
import { readSigningKey } from "@rota/passports/node";
import { ROTA_VERSION, RotaError } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import { choiceFlag, neededFlag, textFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { answer } from "../../output/answer.ts";
import { count, nouns } from "../../output/one-line.ts";
import { writeNew } from "../../output/write-new.ts";
import { readInput } from "./read-input.ts";
import { readRules } from "./rules.ts";

export const compilePassportCommand: CommandSpec = {
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
  const out = neededFlag(context, "out", "where the passport goes");
  const signer = await readKeyFile(neededFlag(context, "key", "with which key to sign"));
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

/** Tried here, rules need not be published anywhere. */
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
