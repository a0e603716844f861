/** Reads the files that ship with this package: rules that are ready to publish, and a sample document. Needs Node. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isJsonObject } from "../canonical/canonical-json.ts";
import { readJson } from "../canonical/read-json.ts";

export type ShippedRules = {
  readonly name: string;
  readonly description: string;
  readonly dslSource: string;
  readonly testsSource: string;
  /** Lowest tier that sees each field, from Annex XIII of the regulation and from the SPEC. */
  readonly tiers: Readonly<Record<string, Tier>>;
};

type Tier = (typeof TIERS)[number];

const TIERS = ["public", "interested", "authority"] as const;

export function shippedRules(): readonly ShippedRules[] {
  return [
    {
      name: "din-spec-99100",
      description: "Attributes of DIN DKE SPEC 99100, of a Catena-X battery_pass 6.1.0",
      dslSource: readText("rules/din-spec-99100.rules"),
      testsSource: readText("rules/din-spec-99100.tests"),
      tiers: tiersOf(readText("rules/din-spec-99100.tiers.json")),
    },
  ];
}

/** Returns the text of a Catena-X battery_pass 6.1.0 for a fictional battery. Upload it as DATA_MODEL. */
export function sampleBatteryPass(): string {
  return readText("samples/battery-pass.json");
}

/** Reads a file by a path that is the same from src and from dist. */
function readText(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), "utf8");
}

function tiersOf(text: string): Readonly<Record<string, Tier>> {
  const read = readJson(text);
  const tiers = Object.entries(isJsonObject(read) ? read : {}).map(([path, named]) => {
    const tier = TIERS.find((known) => known === named);
    assert(tier !== undefined, `${path} has no tier`);
    return [path, tier] as const;
  });
  return Object.fromEntries(tiers);
}
