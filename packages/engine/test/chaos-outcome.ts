/** Compares what became of the events of the story of chaos with what must have become of them. */
import type { ChaosPlan } from "./chaos-events.ts";
import { keyOf } from "./chaos-events.ts";
import type { ChaosRejected } from "./chaos-rows.sql.ts";

export type ChaosEffect = { readonly tenant: string; readonly event_id: string; readonly amount: number };

export type ChaosOutcome = {
  readonly done: number;
  readonly conflicts: number;
  readonly rejected: number;
  readonly malformed: number;
  /** What is wrong, in words: the first ones. */
  readonly faults: readonly string[];
};

const FAULTS_MAX = 20;

export function judgeChaos(
  plan: ChaosPlan,
  effects: readonly ChaosEffect[],
  rejected: readonly ChaosRejected[],
): ChaosOutcome {
  const done = new Map<string, number>();
  const faults: string[] = [];
  for (const { tenant, event_id: id, amount } of effects) {
    const key = keyOf({ tenant, id });
    if (done.has(key)) faults.push(`${key} had its effect more than once`);
    if (plan.accepted.get(key)?.has(amount) !== true)
      faults.push(`${key} had the effect ${String(amount)}, never sent`);
    done.set(key, amount);
  }
  const ofKind = (kind: string) => rejected.filter((row) => row.kind === kind);
  const conflicts = ofKind("CONFLICT");
  faults.push(
    ...[...plan.accepted.keys()].filter((key) => !done.has(key)).map((key) => `${key} had no effect`),
    ...conflictFaults(plan, done, conflicts),
    ...differences("rejected", plan.rejected, codesBy(ofKind("REJECTED"), keyOfRow)),
    ...differences(
      "malformed",
      plan.malformed,
      codesBy(ofKind("MALFORMED"), (row) => row.payload_hash),
    ),
    ...ofKind("DEAD_LETTER").map((row) => `${keyOfRow(row)} was given up by the broker`),
    ...rejected.filter(({ reason }) => reason === "").map((row) => `${keyOfRow(row)} has no reason`),
  );
  return {
    done: done.size,
    conflicts: conflicts.length,
    rejected: ofKind("REJECTED").length,
    malformed: ofKind("MALFORMED").length,
    faults: faults.slice(0, FAULTS_MAX),
  };
}

/** Whatever was sent under an id and is not its effect is a conflict, recorded with both payloads. */
function conflictFaults(
  { accepted }: ChaosPlan,
  done: ReadonlyMap<string, number>,
  rows: readonly ChaosRejected[],
): string[] {
  const found = new Set(
    rows.map((row) => `${keyOfRow(row)} ${amountIn(row.payload)} for ${amountIn(row.held_payload)}`),
  );
  const wanted = new Set<string>();
  for (const [key, amounts] of accepted)
    for (const amount of amounts)
      if (amount !== done.get(key)) wanted.add(`${key} ${String(amount)} for ${String(done.get(key))}`);
  return [
    ...[...wanted].filter((conflict) => !found.has(conflict)).map((conflict) => `no conflict ${conflict}`),
    ...[...found].filter((conflict) => !wanted.has(conflict)).map((conflict) => `a wrong conflict ${conflict}`),
  ];
}

function amountIn(payload: string | null): string {
  const value: unknown = JSON.parse(payload ?? "null");
  return typeof value === "object" && value !== null && "amount" in value ? String(value.amount) : "nothing";
}

function keyOfRow({ tenant, event_id: id }: ChaosRejected): string {
  return keyOf({ tenant: tenant ?? "", id: id ?? "" });
}

function codesBy(rows: readonly ChaosRejected[], name: (row: ChaosRejected) => string): Map<string, string> {
  return new Map(rows.map((row) => [name(row), row.code]));
}

function differences(kind: string, wanted: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>): string[] {
  const names = new Set([...wanted.keys(), ...found.keys()]);
  return [...names]
    .filter((name) => wanted.get(name) !== found.get(name))
    .map((name) => `${kind} ${name}: ${String(found.get(name))} rather than ${String(wanted.get(name))}`);
}
