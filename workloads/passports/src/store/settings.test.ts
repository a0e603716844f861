/** Tests of the settings in the environment, and of refusals, which name the variable. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { passportSettings, signersOf } from "./settings.ts";

const SEED = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";
const PUBLIC = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

test("by default, the limits are small and a QR code is required from the date in the Regulation", () => {
  expect(passportSettings({})).toMatchObject({
    limits: { payloadBytesMax: 131_072, proofBytesMax: 262_144, receiptBytesMax: 16_384 },
    publicUrl: undefined,
    qrRequiredFrom: "2027-02-18",
  });
});

test.each([
  [
    { PASSPORTS_PROOF_MAX_BYTES: "20000001" },
    "PASSPORTS_PROOF_MAX_BYTES must be a whole number of bytes from 1 to 20000000",
  ],
  [{ PASSPORTS_PAYLOAD_MAX_BYTES: "0" }, "PASSPORTS_PAYLOAD_MAX_BYTES"],
  [{ PASSPORTS_RECEIPT_MAX_BYTES: "many" }, "PASSPORTS_RECEIPT_MAX_BYTES"],
  [{ PASSPORTS_QR_REQUIRED_FROM: "2027-02-30" }, "PASSPORTS_QR_REQUIRED_FROM must be a day"],
  [{ BPC_QR_REQUIRED_FROM: "2027-02-30" }, "BPC_QR_REQUIRED_FROM must be a day"],
])("%j is refused", (env, message) => {
  expect(() => passportSettings(env)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  expect(() => passportSettings(env)).toThrow(message);
});

test("a name of the replaced compiler sets a value where that of the passports does not", () => {
  const former = { BPC_PUBLIC_URL: "https://bpc.example", BPC_PAYLOAD_MAX_BYTES: "7", BPC_COMPILER_BUILD_ID: "b-1" };

  const settings = passportSettings({
    ...former,
    PASSPORTS_PUBLIC_URL: "https://own.example",
    PASSPORTS_PAYLOAD_MAX_BYTES: "",
  });

  expect(settings).toMatchObject({
    publicUrl: "https://own.example",
    limits: { payloadBytesMax: 7 },
    compilerBuildId: "b-1",
  });
  expect(signersOf({ BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64: SEED, BPC_SIGNING_KEY_ID: "k" })).toMatchObject([
    { keyId: "k" },
  ]);
});

function fileOf(text: string, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), "rota-passports-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "keys");
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

test("keys are read from variables and from a file, and signers contain no private key", () => {
  const file = fileOf(`# of 2026\nkey-2 ${SEED}\n\n`);

  const signers = signersOf({ PASSPORTS_SIGNING_PRIVATE_KEY: SEED, PASSPORTS_SIGNING_KEYS_FILE: file });

  expect(signers).toMatchObject([
    { keyId: "dev-key-1", publicKey: PUBLIC },
    { keyId: "key-2", publicKey: PUBLIC },
  ]);
  expect(JSON.stringify(signers)).not.toContain(SEED.slice(0, 10));
  expect(signersOf({})).toEqual([]);
});

test("a file that others can read, an invalid key and an invalid id are refused without showing a key", () => {
  const open = fileOf(`key-2 ${SEED}`, 0o644);
  const broken = fileOf(`key-2 ${SEED.slice(4)}`);
  const unnamed = fileOf(`key=2 ${SEED}`);

  expect(() => signersOf({ PASSPORTS_SIGNING_KEYS_FILE: open })).toThrow(`chmod 600 ${open}`);
  expect(() => signersOf({ PASSPORTS_SIGNING_KEYS_FILE: `${open}x` })).toThrow("cannot be read");
  for (const path of [broken, unnamed]) {
    const read = () => signersOf({ PASSPORTS_SIGNING_KEYS_FILE: path });
    expect(read).toThrow(/signing key/);
    expect(read).not.toThrow(SEED.slice(4, 20));
  }
});
