/** What only Node has: private keys and images. */
export { drawQr, MODULE_PIXELS, QUIET_ZONE_MODULES } from "./qr/qr-image.ts";
export type { QrImage } from "./qr/qr-image.ts";
export { readSigningKey } from "./sign/signing-key.ts";
export type { SigningKeyOptions } from "./sign/signing-key.ts";
