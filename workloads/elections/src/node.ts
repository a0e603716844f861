/** What only Node has: powers by OpenSSL, and records in folders. */
export { nativeExponentiation } from "./crypto/group/native-exponentiation.ts";
export { openRecordFolder } from "./records/record-folder.ts";
export { verifyRecordFolder } from "./verify-record-folder.ts";
