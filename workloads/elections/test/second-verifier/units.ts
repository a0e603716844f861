/**
 * Checks tallies of reporting units, such as precincts: each has the ballots of the plan, and together they are the
 * whole.
 */
import { check, list, product, text } from "./basics.ts";
import type { Ballot, Pair } from "./ballots.ts";
import type { Manifest } from "./manifest.ts";
import { checkDecrypted, type Decryption } from "./shares.ts";

export type Units = {
  readonly plan: unknown;
  /** Published tallies. */
  readonly tallies: readonly unknown[];
  readonly manifest: Manifest;
  readonly ballots: readonly Ballot[];
  /** Counts of the whole election. */
  readonly counts: ReadonlyMap<string, number>;
};

export function checkUnits(decryption: Decryption, { plan, tallies, manifest, ballots, counts }: Units): void {
  const reporting = text(plan, "reporting");
  const units = reporting === "election" ? new Map<string, Set<string>>() : ballotsOfUnits(plan);
  const ids = tallies.map((tally) => text(tally, "object_id")).sort();
  check(ids.join("|") === [...units.keys()].sort().join("|"), "not exactly one tally for each unit");
  const sums = new Map<string, number>();
  for (const tally of tallies) {
    const unitId = text(tally, "object_id");
    const own = ballots.filter(({ id }) => units.get(unitId)?.has(id));
    const isElsewhere = reporting === "precinct" && own.some(({ style }) => style !== unitId);
    check(!isElsewhere, `a ballot of another precinct is counted in ${unitId}`);
    for (const [name, votes] of checkDecrypted(decryption, tally, pairsOf(decryption.p, manifest, own)))
      sums.set(name, (sums.get(name) ?? 0) + votes);
  }
  for (const [name, votes] of counts)
    check(units.size === 0 || sums.get(name) === votes, `the units do not add up to the votes for ${name}`);
}

function ballotsOfUnits(plan: unknown): Map<string, Set<string>> {
  const units = new Map<string, Set<string>>();
  for (const chunk of list(plan, "chunks")) {
    const own = units.get(text(chunk, "unit_id")) ?? new Set<string>();
    for (const id of list(chunk, "ballot_ids")) own.add(text({ id }, "id"));
    units.set(text(chunk, "unit_id"), own);
  }
  return units;
}

function pairsOf(p: bigint, { contests }: Manifest, ballots: readonly Ballot[]): Map<string, Pair> {
  const names = contests.flatMap(({ id, selections }) =>
    selections.filter(({ isPlaceholder }) => !isPlaceholder).map((selection) => `${id}|${selection.id}`),
  );
  const factors = (name: string) => ballots.flatMap(({ pairs }) => pairs.get(name) ?? []);
  return new Map(
    names.map((name) => {
      const pad = product(
        factors(name).map((pair) => pair.pad),
        p,
      );
      const data = product(
        factors(name).map((pair) => pair.data),
        p,
      );
      return [name, { pad, data }];
    }),
  );
}
