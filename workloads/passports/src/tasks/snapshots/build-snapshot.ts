/** BUILD_SNAPSHOT: checks the facts of a snapshot, which is READY to be sealed then. */
import { defineTask } from "@rota/engine";
import { isPart } from "../../life/batches/batch-part.ts";
import { buildSnapshot, type BuiltSnapshot } from "../../life/snapshots/build-snapshot.ts";
import { buildPart, type BuiltPart } from "../batches/build-part.ts";
import { committed, PASSPORT_WORK, permanently, readIds } from "../passport-work.ts";
import { orPart } from "../plan-part.ts";

const readSnapshotId = readIds(["snapshotId"]);
const readWork = orPart(readInput);

export const buildSnapshotTask = defineTask({
  name: "passports.build-snapshot",
  ...PASSPORT_WORK,
  priority: 2,
  input: readWork,
  run: (input, context) =>
    permanently<BuiltSnapshot | BuiltPart>(() =>
      isPart(input) ? buildPart(input, context) : committed(context, (tx) => buildSnapshot(tx, input)),
    ),
});

function readInput(given: unknown): { readonly snapshotId: string; readonly revision: number } {
  const { snapshotId } = readSnapshotId(given);
  const revision = typeof given === "object" && given !== null && "revision" in given ? given.revision : undefined;
  if (typeof revision === "number" && Number.isSafeInteger(revision)) return { snapshotId, revision };
  throw new Error("it must hold revision, a whole number");
}
