/** What only Node has: powers by OpenSSL, records in folders, verification on several cores. */
export { nativeExponentiation } from "./crypto/group/native-exponentiation.ts";
export { openRecordFolder } from "./records/record-folder.ts";
export { verifyRecordFolder } from "./verify-record-folder.ts";
export { verifyInProcesses } from "./verify/processes/verify-in-processes.ts";
export type { ProcessesOptions, RecordVerification } from "./verify/processes/verify-in-processes.ts";
