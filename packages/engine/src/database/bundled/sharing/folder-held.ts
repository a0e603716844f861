/** The refusal of a data folder that somebody else uses. */
import { RotaError } from "../../../errors.ts";
import type { Claim } from "./claim-file.ts";

export function folderHeld(folder: string, holder: Claim): RotaError {
  const who = `process ${String(holder.pid)} on host ${holder.hostname} since ${holder.since}`;
  const message = `the data folder ${folder} is held by ${who}; stop that process, or choose another folder with --data-dir, or share one database with --database-url`;
  return new RotaError("DATA_FOLDER_HELD", message, {
    folder,
    hostname: holder.hostname,
    pid: holder.pid,
    since: holder.since,
  });
}
