/** `rota passports key`: makes a signing key; the private half goes into a file, the public half is shown. */
import { randomBytes } from "node:crypto";
import { readSigningKey } from "@rota/passports/node";
import type { CommandSpec } from "../../command/command-spec.ts";
import { neededFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { answer } from "../../output/answer.ts";
import { writeNew } from "../../output/write-new.ts";

export const signingKeyCommand: CommandSpec = {
  name: "passports key",
  sentence: "make a key that signs passports: the private half for workers, the public half for everybody",
  words: [{ name: "key-id", sentence: "its name in receipts, such as 2026-01" }],
  flags: [{ flag: "--out <file>", sentence: "where the private key goes: a file that only workers can read" }],
  examples: ["rota passports key 2026-01 --out passports.keys"],
  run: makeSigningKey,
};

async function makeSigningKey(context: CommandContext): Promise<void> {
  const keyId = context.words[0] ?? "";
  const out = neededFlag(context, "out", "where the private key goes");
  const privateKey = randomBytes(32).toString("base64");
  const { publicKey } = readSigningKey({ keyId, privateKey });
  await writeNew(out, `${keyId} ${privateKey}\n`, 0o600);
  const key = { key_id: keyId, public_key: publicKey, status: "ACTIVE" };
  answer(context, { ...key, out }, () => [
    JSON.stringify([key]),
    `this is the public key, as a list for \`rota passports verify --keys\`; the private key is in ${out}: give it to workers as BPC_SIGNING_KEYS_FILE, and to nobody else`,
  ]);
}
