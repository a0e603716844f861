/** Tests that packed proofs are unpacked to the same bytes, and that damaged ones are refused. */
import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sampleInput } from "../../test/sample-passport.ts";
import { compile, compileInPieces, type CompileInput, CompileMemory } from "../core/passport/compile.ts";
import { makeFact } from "../core/facts/fact.ts";
import { sealSnapshot } from "../core/facts/snapshot.ts";
import { loadRules } from "../core/rules/load-rules.ts";
import { openBlocks, packPiece } from "./pack-proof.ts";

const FIELDS = 200;

/** Rules in which one field reads the fact, in the middle of others that do not. */
const RULES = loadRules({
  dslSource: Array.from({ length: FIELDS }, (_, nth) => {
    const name = `f${String(nth).padStart(3, "0")}`;
    const value = nth === FIELDS / 2 ? 'requireSome(getFact("Battery", "battery:S1"), "E1", "missing")' : String(nth);
    return nth === FIELDS / 2
      ? `field ${name}: Opt(Text) = recordGet(${value}, "serial");`
      : `field ${name}: Int = ${value};`;
  }).join("\n"),
  testsSource: "",
});

function inputOf(serial: string): CompileInput {
  const facts = [makeFact({ factType: "Battery", factKey: "battery:S1", schemaVersion: 1, payload: { serial } })];
  const input = sampleInput({ facts });
  const { snapshotId } = input.snapshot;
  return {
    ...input,
    snapshot: { snapshotId, status: "SEALED", facts, ...sealSnapshot(snapshotId, facts) },
    rules: { ...input.rules, package: RULES },
  };
}

function packedProof(input: CompileInput, memory?: CompileMemory) {
  const outcome = compileInPieces(input, memory);
  if (outcome.kind === "refused") throw outcome.error;
  return outcome.passport.proofPieces.map(packPiece);
}

function proofOf(input: CompileInput): string {
  const outcome = compile(input);
  if (outcome.kind === "refused") throw outcome.error;
  return outcome.passport.proofCanonical;
}

test("a proof is unpacked to the same bytes, also by any tool for gzip files", () => {
  const input = inputOf("Säule 1 \u{1f50b}");

  const contents = packedProof(input).map(({ content }) => content);

  expect(openBlocks(contents).toString()).toBe(proofOf(input));
  expect(gunzipSync(Buffer.concat(contents)).toString()).toBe(proofOf(input));
});

test("passports that differ in one fact share all blocks without that fact, and are the same as if compiled alone", () => {
  const memory = new CompileMemory();
  const inputs = [inputOf("SN-1"), inputOf("SN-2"), inputOf(randomUUID()), inputOf("SN-1")];

  const [first = [], ...others] = inputs.map((input) => packedProof(input, memory));

  for (const [index, other] of others.entries()) {
    const input = inputs[index + 1];
    const shared = other.filter((block) => first.some(({ hash }) => hash === block.hash)).length;
    expect(shared).toBeGreaterThanOrEqual(first.length - 3);
    expect(openBlocks(other.map(({ content }) => content)).toString()).toBe(input && proofOf(input));
  }
});

test.each<[string, (content: Uint8Array) => Uint8Array]>([
  ["cut off", (content) => content.subarray(0, -1)],
  ["of other bytes", (content) => content.map((byte, index) => (index === content.length - 6 ? byte ^ 1 : byte))],
  ["not packed", () => Buffer.from("{}")],
  ["empty", () => new Uint8Array()],
])("a block that is %s is refused", (_, change) => {
  const [block] = packedProof(inputOf("SN-1"));
  if (block === undefined) throw new Error("there is no block");

  expect(() => openBlocks([change(block.content)])).toThrow(expect.objectContaining({ code: "PROOF_DAMAGED" }));
});
