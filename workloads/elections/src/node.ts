/** What only Node has: powers by OpenSSL. */
export { nativeExponentiation } from "./crypto/group/native-exponentiation.ts";
