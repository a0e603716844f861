/** Scrypt by OpenSSL, about five times as fast as in TypeScript; only in Node. */
import { scrypt } from "node:crypto";
import type { Scrypt } from "./key-file.ts";

export const nativeScrypt: Scrypt = (passphrase, salt, { N, r, p, dkLen }) =>
  new Promise((resolve, reject) => {
    // OpenSSL's own limit is 32 MiB.
    const maxmem = 256 * N * r;
    scrypt(passphrase, salt, dkLen, { N, r, p, maxmem }, (error, key) => {
      if (error === null) resolve(Uint8Array.from(key));
      else reject(error);
    });
  });
