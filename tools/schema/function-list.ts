/** Keeps the revision in functions.json in step with the function files that it lists. */
import { createHash } from "node:crypto";
import type { MigrationSet } from "@rota/engine";

type FunctionList = {
  readonly revision: number;
  /** SHA-256 of the names and checksums of all files in their order. */
  readonly checksum: string;
  readonly beforeTables: readonly string[];
  readonly afterTables: readonly string[];
};

/** The content of functions.json: the revision is raised when the files have another checksum than the recorded one. Pure. */
export function functionList({ functions }: MigrationSet, recorded: string): FunctionList {
  const { revision, files } = functions ?? { revision: 0, files: [] };
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file.name} ${file.checksum}\n`);
  const checksum = hash.digest("hex");
  const names = (isBeforeTables: boolean) =>
    files.filter((file) => file.isBeforeTables === isBeforeTables).map(({ name }) => name);
  return {
    revision: checksum === recorded ? revision : revision + 1,
    checksum,
    beforeTables: names(true),
    afterTables: names(false),
  };
}
