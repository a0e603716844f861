/**
 * Program that compiles the sample passport and the shipped one many times, with facts and their members in a new random
 * order each time, and prints each distinct set of hashes. Arguments: number of runs of the sample and of the shipped one.
 */
import { createHash } from "node:crypto";
import { isJsonObject, isList, type JsonObject, type JsonValue } from "../src/core/canonical/canonical-json.ts";
import { parseDocument } from "../src/core/facts/parse-document.ts";
import { makeFact, type Fact } from "../src/core/facts/fact.ts";
import { sampleBatteryPass, shippedRules } from "../src/core/node/shipped-files.ts";
import { signReceipt } from "../src/core/passport/sign-receipt.ts";
import { compiled, sampleInput, SAMPLE_FACTS, SAMPLE_SIGNER } from "./sample-passport.ts";

const [runs = "1", shippedRuns = "1", seed = "0"] = process.argv.slice(2);
let drawn = 0;

const shipped = shippedRules()[0];
const shippedFacts = parseDocument({
  kind: "DATA_MODEL",
  mimeType: "application/json",
  bytes: Buffer.from(sampleBatteryPass()),
});

const printed = new Set<string>();
for (let run = 0; run < Number(runs); run++) await print(sampleInput({ facts: shuffledFacts(SAMPLE_FACTS) }));
for (let run = 0; run < Number(shippedRuns); run++) {
  const facts = shuffledFacts(shippedFacts);
  await print(sampleInput({ facts, rules: shipped?.dslSource ?? "", tests: shipped?.testsSource ?? "" }));
}

async function print(input: ReturnType<typeof sampleInput>): Promise<void> {
  const passport = compiled(input);
  const { signature } = await signReceipt(passport.receipt, [SAMPLE_SIGNER]);
  const texts = [passport.payloadCanonical, passport.proofCanonical, passport.receiptCanonical, signature];
  const line = texts.map((text) => createHash("sha256").update(text).digest("hex")).join(" ");
  if (printed.has(line)) return;
  printed.add(line);
  process.stdout.write(`${line}\n`);
}

function shuffledFacts(facts: readonly Fact[]): Fact[] {
  return shuffled(facts).map((fact) => makeFact({ ...fact, payload: shuffledMembers(fact.payload) }));
}

function shuffledMembers(object: JsonObject): JsonObject {
  return Object.fromEntries(shuffled(Object.entries(object)).map(([name, value]) => [name, shuffledValue(value)]));
}

function shuffledValue(value: JsonValue): JsonValue {
  if (isList<JsonValue>(value)) return value.map(shuffledValue);
  return isJsonObject(value) ? shuffledMembers(value) : value;
}

/** Shuffles by hashes of a counter: the order differs each time, and is the same for the same seed. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({
    item,
    key: createHash("sha256")
      .update(`${seed} ${String(drawn++)}`)
      .digest("hex"),
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
