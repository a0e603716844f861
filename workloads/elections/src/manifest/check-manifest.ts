/** Refuses a manifest under which ballots could be read in two ways. */
import { RotaError } from "@rota/engine/errors";
import { ELECTED_MAX, type Manifest } from "./manifest.ts";

export function checkManifest(manifest: Manifest): void {
  const [objection] = objectionsTo(manifest);
  if (objection !== undefined) throw new RotaError("ELECTION_MANIFEST_INVALID", `the manifest ${objection}`);
}

/** Everything that is wrong, as sentences about the manifest. */
export function objectionsTo(manifest: Manifest): string[] {
  const unitIds = manifest.units.map(({ unitId }) => unitId);
  const known = new Set(unitIds);
  return [
    ...objectionsToIds("unit", unitIds),
    ...objectionsToIds(
      "party",
      manifest.parties.map(({ partyId }) => partyId),
    ),
    ...objectionsToIds(
      "contest",
      manifest.contests.map(({ contestId }) => contestId),
    ),
    ...objectionsToIds(
      "style",
      manifest.styles.map(({ styleId }) => styleId),
    ),
    ...repeated(
      "contest sequence",
      manifest.contests.map(({ sequence }) => String(sequence)),
    ),
    ...objectionsToDates(manifest),
    ...manifest.contests.flatMap((contest) => objectionsToContest(contest, known)),
    ...manifest.styles.flatMap(({ styleId, unitIds: used }) =>
      (used ?? []).filter((unitId) => !known.has(unitId)).map((unitId) => `has no unit ${unitId} of style ${styleId}`),
    ),
  ];
}

function objectionsToContest(contest: Manifest["contests"][number], unitIds: ReadonlySet<string>): string[] {
  const { contestId, selections, numberElected, votesAllowed, unitId } = contest;
  const ids = selections.map(({ selectionId }) => selectionId);
  const isElected = Number.isSafeInteger(numberElected) && numberElected > 0 && numberElected <= ELECTED_MAX;
  const limits = isElected && (votesAllowed ?? 1) > 0;
  return [
    ...objectionsToIds(`selection of contest ${contestId}`, ids),
    ...repeated(
      `sequence in contest ${contestId}`,
      selections.map(({ sequence }) => String(sequence)),
    ),
    ...(unitIds.has(unitId) ? [] : [`has no unit ${unitId} of contest ${contestId}`]),
    ...(limits ? [] : [`must let 1 to ${String(ELECTED_MAX)} be elected in contest ${contestId}`]),
    ...(selections.length === 0 ? [`has no selection in contest ${contestId}`] : []),
  ];
}

function objectionsToIds(what: string, ids: readonly string[]): string[] {
  // A bar separates parts of a hash: with it, two manifests could have one hash.
  const bad = ids.filter((id) => id === "" || id.includes("|"));
  return [...bad.map((id) => `names a ${what} "${id}": ids are not empty and hold no bar`), ...repeated(what, ids)];
}

function repeated(what: string, values: readonly string[]): string[] {
  const again = values.filter((value, index) => values.indexOf(value) < index);
  return again.map((value) => `names ${what} ${value} twice`);
}

function objectionsToDates({ startDate, endDate }: Manifest): string[] {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  return start < end ? [] : ["must start before it ends, both dates in ISO 8601"];
}
