/** Tells errors of the file system apart and turns the common ones into refusals with a way out. */
import { RotaError } from "../../errors.ts";

/** True for an error of the system with this code, such as ENOENT. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}

/** Runs work that writes into the data folder; a full disk or a missing permission becomes a clear refusal. */
export async function explainingFileErrors<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explainFileError(dataDir, error);
  }
}

function explainFileError(dataDir: string, error: unknown): unknown {
  if (hasCode(error, "EACCES", "EPERM", "EROFS", "ENOTDIR")) {
    const message = `the data folder ${dataDir} cannot be written: ${reasonOf(error)}; give this user the right to write it, or choose another folder with --data-dir`;
    return new RotaError("DATA_FOLDER_NOT_WRITABLE", message, { dataDir }, { cause: error });
  }
  if (hasCode(error, "ENOSPC", "EDQUOT")) {
    const message = `no space is left for the data folder ${dataDir}: ${reasonOf(error)}; free some space, or choose another folder with --data-dir`;
    return new RotaError("DATA_FOLDER_FULL", message, { dataDir }, { cause: error });
  }
  return error;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
