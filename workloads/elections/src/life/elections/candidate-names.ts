/** Finds selections by the names of candidates, as people and the paths of the source documents write them. Pure. */
import { overvoteOf } from "../../manifest/manifest.ts";
import { readJson } from "../../records/json-reader.ts";
import type { LifeElection } from "./election.ts";

export type NamedSelection = { readonly name: string; readonly contestId: string; readonly selectionId: string };

/** Every option of every contest that people choose, with the first of its names. */
export function namedSelections({ manifest, manifestText }: LifeElection): NamedSelection[] {
  const json = readJson(manifestText, "manifest.json");
  const names = new Map(
    json
      .member("candidates")
      .list()
      .map((candidate) => [
        candidate.member("object_id").text(),
        candidate.member("name").member("text").list()[0]?.member("value").text() ?? "",
      ]),
  );
  return manifest.contests.flatMap(({ contestId, selections }) =>
    selections
      .filter((selection) => selection !== overvoteOf({ contestId, selections }))
      .map(({ selectionId, candidateId }) => ({ name: names.get(candidateId) ?? "", contestId, selectionId })),
  );
}
