/** The guardian's key file: whose it is can be read at once, the keys take the passphrase. */
import { readFile } from "node:fs/promises";
import { keyFileOwner, openKeyFile, type Group, type GuardianKeys } from "@rota/elections";
import { groupOf, nativeScrypt } from "@rota/elections/node";
import { RotaError } from "@rota/engine";
import { neededFlag } from "../../../command/flags.ts";
import type { CommandContext } from "../../../command/with-config.ts";
import { readPassphrase } from "./read-passphrase.ts";

export type OwnKeyFile = {
  readonly group: Group;
  readonly electionId: string;
  readonly fingerprint: string;
  /** Asks for the passphrase: whatever else may be wrong is told before. */
  readonly open: () => Promise<GuardianKeys>;
};

export async function readOwnKeyFile(context: CommandContext): Promise<OwnKeyFile> {
  const path = neededFlag(context, "keyFile", "which key file is yours");
  const file = await readKeyFileText(path);
  const { group: name, electionId, fingerprint } = keyFileOwner(file);
  const group = groupOf(name);
  const open = async () => {
    const passphrase = await readPassphrase(context, { isNew: false });
    return openKeyFile(group, { file, passphrase, scrypt: nativeScrypt });
  };
  return { group, electionId, fingerprint, open };
}

async function readKeyFileText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable";
    throw new RotaError("FILE_UNUSABLE", `--key-file ${path}: cannot be read: ${code}`, { file: path }, { cause });
  }
}
