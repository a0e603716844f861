/** Verifies the fields that a server discloses of a passport, each against the signed root. */
import { isJsonObject, isList, type JsonObject, type JsonValue, memberOf } from "../core/canonical/canonical-json.ts";
import { readCanonical, readJson } from "../core/canonical/read-json.ts";
import { type DisclosedNode, type Disclosure, objectionToDisclosure } from "../core/passport/disclosure.ts";
import { readReceipt } from "../core/passport/receipt.ts";
import type { VerificationKey } from "../core/passport/verification-key.ts";
import { collectFindings, type VerificationReport } from "./report.ts";
import { attempt, verifyFields, verifyQr, verifySignature } from "./shared-checks.ts";

export type DisclosedPassport = {
  /** Unchanged response of `GET /v1/verify/{passport_version_id}`. Its numbers must not be rounded. */
  readonly answer: string;
  /** Fields that the server shows elsewhere, to compare with the signed ones. */
  readonly fields?: JsonObject | undefined;
  readonly qrText?: string | undefined;
};

/** Verifies the disclosed fields. Never throws for the content of the response: the report holds every finding. */
export function verifyDisclosed(
  { answer, fields: shown, qrText }: DisclosedPassport,
  keys: readonly VerificationKey[],
): VerificationReport {
  const { note, report } = collectFindings();
  const value = attempt(note, "canonical form", "answer", () => readJson(answer));
  const members = isJsonObject(value) ? value : {};
  const text = memberOf(members, "receipt");
  const receipt = attempt(note, "receipt", "receipt", () =>
    readReceipt(readCanonical(new TextEncoder().encode(typeof text === "string" ? text : ""))),
  );
  const disclosure = readDisclosure(memberOf(members, "disclosure"));
  if (disclosure === undefined) note("proof root", "disclosure", "members are missing or wrong");
  if (receipt === undefined) return report();
  verifySignature(receipt, keys, note);
  if (qrText !== undefined) verifyQr(qrText, receipt, note);
  if (disclosure === undefined) return report();
  const { root, fields } = disclosure;
  note("proof root", "root", objectionToDisclosure({ root, fields: {} }, receipt.proof_root_hash));
  for (const [path, node] of Object.entries(fields)) {
    note("fields", path, objectionToDisclosure({ root, fields: { [path]: node } }, receipt.proof_root_hash));
  }
  const definitions = Object.entries(fields).map(([path, { data }]) => [path, data] as const);
  if (shown !== undefined) verifyFields(shown, new Map(definitions), note);
  return report();
}

function readDisclosure(value: JsonValue | undefined): Disclosure | undefined {
  if (!isJsonObject(value)) return undefined;
  const root = readNode(memberOf(value, "root"));
  const fields = memberOf(value, "fields");
  if (root === undefined || !isJsonObject(fields)) return undefined;
  const nodes = Object.entries(fields).map(([path, node]) => [path, readNode(node)] as const);
  const read = nodes.flatMap(([path, node]) => (node === undefined ? [] : [[path, node] as const]));
  return read.length < nodes.length ? undefined : { root, fields: Object.fromEntries(read) };
}

function readNode(value: JsonValue | undefined): DisclosedNode | undefined {
  if (!isJsonObject(value)) return undefined;
  const id = memberOf(value, "id");
  const data = memberOf(value, "data");
  const hashes = textsOf(value, "children_hashes");
  const isSmall = typeof id === "bigint" && id >= 0n && id <= BigInt(Number.MAX_SAFE_INTEGER);
  if (!isSmall || !isJsonObject(data) || hashes === undefined) return undefined;
  return { id: Number(id), data, children_hashes: hashes };
}

function textsOf(object: JsonObject, name: string): readonly string[] | undefined {
  const list = memberOf(object, name);
  if (!isList<JsonValue>(list)) return undefined;
  const texts = list.filter((item) => typeof item === "string");
  return texts.length < list.length ? undefined : texts;
}
