/** The files of a record that came as a zip file. */
import type { RecordFiles } from "@rota/elections";
import { unzipSync } from "fflate";

export function recordInZip(zip: Uint8Array): RecordFiles {
  const files = unzipSync(zip);
  const decoder = new TextDecoder();
  return {
    list: (folder) =>
      Object.keys(files)
        .filter((name) => name.startsWith(`${folder}/`) && name.endsWith(".json"))
        .sort(),
    read: (name) => {
      const bytes = files[name];
      return bytes === undefined ? undefined : decoder.decode(bytes);
    },
  };
}
