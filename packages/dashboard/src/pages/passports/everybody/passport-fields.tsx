/** The fields of a passport by their groups; quantities with their units. */
import type { JsonValue } from "@rota/passports";
import { Card } from "../../../components/layout/card.tsx";
import { Facts } from "../../../components/layout/facts.tsx";
import { objectAt } from "./public-passport.ts";

export function PassportFields({ fields }: { readonly fields: Readonly<Record<string, JsonValue>> }) {
  return (
    <>
      {Object.entries(fields).map(([group, value]) => (
        <Card key={group} title={wordsOf(group)}>
          <Facts facts={Object.fromEntries(leavesOf(value, []).map(([path, text]) => [path, text]))} />
        </Card>
      ))}
    </>
  );
}

type Leaf = readonly [path: string, text: string];

function leavesOf(value: JsonValue, path: readonly string[]): readonly Leaf[] {
  if (!isGroup(value)) return [[path.length === 0 ? "value" : wordsOf(path.join(", ")), textOf(value)]];
  return Object.entries(objectAt(value)).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** A quantity is one value, though it has two members. */
function isGroup(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && quantityOf(value) === undefined;
}

function textOf(value: JsonValue): string {
  if (value === null) return "not given";
  if (typeof value !== "object") return String(value);
  const quantity = quantityOf(value);
  if (quantity !== undefined) return quantity;
  if (Array.isArray(value)) return value.map((item: JsonValue) => textOf(item)).join("; ");
  return Object.values(objectAt(value)).map(textOf).join(", ");
}

function quantityOf(value: JsonValue): string | undefined {
  const { unit, value: amount, ...others } = objectAt(value);
  if (typeof unit !== "string" || typeof amount !== "string" || Object.keys(others).length > 0) return undefined;
  return `${amount.replace(/\.?0+$/, "")} ${unit.replaceAll("_per_", "/")}`;
}

function wordsOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
