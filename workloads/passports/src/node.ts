/** What only Node has: private keys, credentials, images, and the files that come along. */
export { objectionToDocument, signDocument } from "./credential/data-integrity.ts";
export type { JsonDocument, ProofOptions } from "./credential/data-integrity.ts";
export { didKeyOf } from "./credential/did-key.ts";
export { writeCredential } from "./credential/passport-credential.ts";
export type { CredentialOptions } from "./credential/passport-credential.ts";
export { sampleBatteryPass, shippedRules } from "./published/shipped-files.ts";
export type { ShippedRules } from "./published/shipped-files.ts";
export { drawQr, MODULE_PIXELS, QUIET_ZONE_MODULES } from "./qr/qr-image.ts";
export type { QrImage } from "./qr/qr-image.ts";
export { readSigningKey } from "./sign/signing-key.ts";
export type { SigningKeyOptions } from "./sign/signing-key.ts";
