/** What only Node has: powers by OpenSSL, scrypt by OpenSSL, records in folders, verification on several cores. */
export { openCryptoService } from "./crypto-service/open-crypto-service.ts";
export type { CryptoService, CryptoServiceOptions } from "./crypto-service/open-crypto-service.ts";
export { nativeExponentiation } from "./crypto/group/native-exponentiation.ts";
export { nativeScrypt } from "./guardians/native-scrypt.ts";
export { groupOf } from "./phases/arithmetic/group-of.ts";
export { openRecordFiles } from "./records/open-record-files.ts";
export { openRecordFolder } from "./records/record-folder.ts";
export { verifyRecordFolder } from "./verify-record-folder.ts";
export { verifyInProcesses } from "./verify/processes/verify-in-processes.ts";
export type { ProcessesOptions, RecordVerification } from "./verify/processes/verify-in-processes.ts";
export { createRecordFolder } from "./records/writing/write-folder.ts";
