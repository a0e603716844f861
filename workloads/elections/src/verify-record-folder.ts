/** Verifies the election record that lies in a folder, whichever version it is of. */
import { nativeExponentiation } from "./crypto/group/native-exponentiation.ts";
import { openRecordFolder, type RecordFolderOptions } from "./records/record-folder.ts";
import { openRecord, type OpenOptions, type RecordReport } from "./verify/open-record.ts";
import type { VerificationOptions } from "./verify/verify-record.ts";

export type FolderVerification = OpenOptions &
  RecordFolderOptions &
  Pick<VerificationOptions, "onProgress" | "verdicts">;

/** Throws for what cannot be read; whatever can be read and is wrong is in the report. */
export function verifyRecordFolder(folder: string, options: FolderVerification = {}): RecordReport {
  const { onProgress, verdicts, fileBytesMax, ...computing } = options;
  const files = openRecordFolder(folder, fileBytesMax === undefined ? {} : { fileBytesMax });
  const record = openRecord(files, { exponentiation: nativeExponentiation(), ...computing });
  return record.verify({
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(verdicts === undefined ? {} : { verdicts }),
  });
}
