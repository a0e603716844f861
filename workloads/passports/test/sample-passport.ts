/** Sample passport for tests: a pack, its components, its footprint, and rules that use most of the language. */
import { compile, type CompiledPassport, type CompileInput } from "../src/core/passport/compile.ts";
import { makeFact, type Fact } from "../src/core/facts/fact.ts";
import { sealSnapshot } from "../src/core/facts/snapshot.ts";
import { formatQrText } from "../src/core/qr/qr-text.ts";
import { loadRules } from "../src/core/rules/load-rules.ts";
import { readSigningKey } from "../src/core/node/signing-key.ts";
import { signReceipt } from "../src/core/passport/sign-receipt.ts";

export const SAMPLE_FACTS: readonly Fact[] = [
  makeFact({
    factType: "Battery",
    factKey: "battery:SKU-1",
    payload: {
      sku: "SKU-1",
      capacity_kwh: "75.5",
      chemistry: "NMC",
      made_on: "2026-03-01",
      certified: true,
      notes: null,
    },
  }),
  makeFact({ factType: "PCF", factKey: "pcf:SKU-1", payload: { sku: "SKU-1", total_gco2e: 5_285_001n } }),
  makeFact({ factType: "BOM", factKey: "bom:SKU-1:cell", payload: { component: "cell", weight_kg: "310.25" } }),
  makeFact({ factType: "BOM", factKey: "bom:SKU-1:frame", payload: { component: "frame", weight_kg: "88.125" } }),
];

export const SAMPLE_RULES = `
-- what the pack is
field battery.capacity: Qty(kWh) =
  let b = requireSome(getFact("Battery", "battery:SKU-1"), "E001", "battery missing");
  toQty("kWh", requireSome(recordGet(b, "capacity_kwh"), "E002", "capacity missing"));

field battery.chemistry: Text =
  requireSome(recordGet(requireSome(getFact("Battery", "battery:SKU-1"), "E001", "battery missing"), "chemistry"), "E003", "chemistry missing");

field battery.made_on: Date =
  let b = requireSome(getFact("Battery", "battery:SKU-1"), "E001", "battery missing");
  assert(field("battery.chemistry") == "NMC" || field("battery.chemistry") == "LFP", "E004", "chemistry not known");
  do emitCompliance("Art. 77", "OK", "made on a known day");
  requireSome(recordGet(b, "made_on"), "E005", "day missing");

field battery.notes: Opt(Text) =
  recordGet(requireSome(getFact("Battery", "battery:SKU-1"), "E001", "battery missing"), "notes");

field materials.mass: Qty(kg) =
  sumQty("kg", map(getFactsByPrefix("BOM", "bom:SKU-1:"), fn(part) =>
    toQty("kg", requireSome(recordGet(part, "weight_kg"), "E006", "weight missing"))));

field materials.heavy_parts: List(Text) =
  map(filter(getFactsByPrefix("BOM", "bom:SKU-1:"), fn(part) =>
    toDec(3, unwrapOr(recordGet(part, "weight_kg"), "0")) > 100.000), fn(part) =>
    unwrapOr(recordGet(part, "component"), ""));

field sustainability.pcf_per_kwh: Dec(2) =
  let total = requireSome(recordGet(requireSome(getFact("PCF", "pcf:SKU-1"), "E010", "pcf missing"), "total_gco2e"), "E011", "total missing");
  if (field("battery.capacity") > qty(0, kWh))
  then toDec(2, toDec(2, total) / (field("battery.capacity") / qty(1, kWh)))
  else 0.00;
`;

const SAMPLE_IDS = {
  tenantId: "11111111-1111-4111-8111-111111111111",
  passportId: "33333333-3333-4333-8333-333333333333",
  passportVersionId: "44444444-4444-4444-8444-444444444444",
} as const;

const SNAPSHOT_ID = "55555555-5555-4555-8555-555555555555";

/** Public private key from the first test of RFC 8032. */
export const SAMPLE_SIGNER = readSigningKey({
  keyId: "key-1",
  privateKey: "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=",
});

export function sampleInput({ rules = SAMPLE_RULES, facts = SAMPLE_FACTS, tests = "" } = {}): CompileInput {
  return {
    ...SAMPLE_IDS,
    snapshot: { snapshotId: SNAPSHOT_ID, status: "SEALED", facts, ...sealSnapshot(SNAPSHOT_ID, facts) },
    rules: {
      rulePackageVersionId: "66666666-6666-4666-8666-666666666666",
      status: "PUBLISHED",
      package: loadRules({ dslSource: rules, testsSource: tests }),
    },
    product: { batteryProductId: "22222222-2222-4222-8222-222222222222", sku: "SKU-1", name: "Traction pack 75" },
    issuedAt: "2026-01-02T03:04:05Z",
    compilerBuildId: "test-1",
    signingKeyId: "key-1",
  };
}

/** Compiles a passport, or throws the refusal. */
export function compiled(input: CompileInput): CompiledPassport {
  const outcome = compile(input);
  if (outcome.kind === "refused") throw outcome.error;
  return outcome.passport;
}

/** All files of a passport. */
type SampleFiles = Record<"payload" | "proof" | "receipt" | "snapshot", Uint8Array> & {
  readonly qrText: string;
};

/** Compiles and signs a passport and returns its files. */
export async function sampleFiles(input: CompileInput = sampleInput()): Promise<SampleFiles> {
  const passport = compiled(input);
  const signed = await signReceipt(passport.receipt, [SAMPLE_SIGNER]);
  return {
    payload: Buffer.from(passport.payloadCanonical),
    proof: Buffer.from(passport.proofCanonical),
    receipt: Buffer.from(signed.receiptSignedCanonical),
    snapshot: Buffer.from(input.snapshot.snapshotCanonical),
    qrText: formatQrText({ ...passport, passportVersionId: input.passportVersionId }),
  };
}
