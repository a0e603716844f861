/**
 * Exports the part of the public API that needs Node: powers and scrypt with OpenSSL, records in folders, verification
 * on several cores.
 */
export { openCryptoService } from "./compat/crypto-service/open-crypto-service.ts";
export type { CryptoService, CryptoServiceOptions } from "./compat/crypto-service/open-crypto-service.ts";
export { groupOf, nativeExponentiation, nativeScrypt } from "./core/node/native-crypto.ts";
export { openRecordFiles } from "./core/node/record-zip.ts";
export { createRecordFolder, openRecordFolder } from "./core/node/record-folder.ts";
export { verifyInProcesses, verifyRecordFolder } from "./verify/verify-in-processes.ts";
export type { ProcessesOptions, RecordVerification } from "./verify/verify-in-processes.ts";
