/** Public API of the passports that needs Node: private keys, credentials, images, and shipped files. */
export { didKeyOf, objectionToDocument, signDocument, writeCredential } from "./core/passport/passport-credential.ts";
export type { CredentialOptions, JsonDocument, ProofOptions } from "./core/passport/passport-credential.ts";
export { sampleBatteryPass, shippedRules } from "./core/node/shipped-files.ts";
export type { ShippedRules } from "./core/node/shipped-files.ts";
export { MODULE_PIXELS, QUIET_ZONE_MODULES, drawQr } from "./core/node/qr-image.ts";
export type { QrImage } from "./core/node/qr-image.ts";
export { readSigningKey } from "./core/node/signing-key.ts";
export type { SigningKeyOptions } from "./core/node/signing-key.ts";
