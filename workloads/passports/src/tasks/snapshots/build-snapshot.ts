/** BUILD_SNAPSHOT: checks the facts of a snapshot, which is READY to be sealed then. */
import { defineTask } from "@rota/engine";
import { buildSnapshot } from "../../life/snapshots/build-snapshot.ts";
import { committed, PASSPORT_WORK, permanently, readIds } from "../passport-work.ts";

const readSnapshotId = readIds(["snapshotId"]);

export const buildSnapshotTask = defineTask({
  name: "passports.build-snapshot",
  ...PASSPORT_WORK,
  priority: 2,
  input: readInput,
  run: (input, context) => permanently(() => committed(context, (tx) => buildSnapshot(tx, input))),
});

function readInput(given: unknown): { readonly snapshotId: string; readonly revision: number } {
  const { snapshotId } = readSnapshotId(given);
  const revision = typeof given === "object" && given !== null && "revision" in given ? given.revision : undefined;
  if (typeof revision === "number" && Number.isSafeInteger(revision)) return { snapshotId, revision };
  throw new Error("it must hold revision, a whole number");
}
