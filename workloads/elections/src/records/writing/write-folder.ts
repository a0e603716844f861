/** A record that is written into a new folder. */
import { createWriteStream } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { RotaError } from "@rota/engine/errors";
import type { RecordSink } from "./write-record.ts";

/** Refuses a folder that holds something: files of two elections would become one record. */
export async function createRecordFolder(path: string): Promise<RecordSink> {
  await mkdir(path, { recursive: true });
  if ((await readdir(path)).length > 0) {
    throw new RotaError("FILE_EXISTS", `${path} is not empty: name a new folder for the record`, { path });
  }
  const made = new Set<string>();
  return {
    write: async ({ name, text }) => {
      const file = join(path, name);
      if (!made.has(dirname(file))) await mkdir(dirname(file), { recursive: true });
      made.add(dirname(file));
      // A name that is taken is a mistake, also where upper and lower case are one.
      if (typeof text === "string") await writeFile(file, text, { flag: "wx" });
      else await pipeline(Readable.from(text), createWriteStream(file, { flags: "wx" }));
    },
  };
}
