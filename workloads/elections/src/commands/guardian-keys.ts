/** Opens the guardian's key file with a passphrase from a file or from a terminal that does not show it. */
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { RotaError } from "@rota/engine";
import type { CommandContext } from "@rota/engine/workload";
import type { Group } from "../core/crypto/group.ts";
import type { GuardianKeys } from "../core/guardians/key-ceremony.ts";
import { openKeyFile } from "../core/guardians/key-file.ts";
import { keyFileOwner } from "../core/home/guardian-client.ts";
import { groupOf, nativeScrypt } from "../core/node/native-crypto.ts";

type OwnKeyFile = {
  readonly group: Group;
  readonly electionId: string;
  readonly fingerprint: string;
  /** Asks for the passphrase and opens the file. All other checks come first. */
  readonly open: () => Promise<GuardianKeys>;
};

export async function readOwnKeyFile(context: CommandContext): Promise<OwnKeyFile> {
  const path = context.flags.required("keyFile", "which key file is yours");
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

/** Keyboard of a terminal. */
export type Keyboard = Readable & { readonly isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };
type Prompt = { readonly keyboard: Keyboard; readonly print: (text: string) => void };

const BYTES_MAX = 10_000;

/** Reads the passphrase, twice for a new key file, because a typo would lock it forever. */
export async function readPassphrase(context: CommandContext, { isNew }: { isNew: boolean }): Promise<string> {
  const file = context.flags.text("passphraseFile");
  if (file !== undefined) return firstLine(file, "--passphrase-file");
  const first = await askHidden("passphrase: ");
  if (isNew && (await askHidden("again: ")) !== first)
    throw new RotaError("COMMAND_INVALID", "the two passphrases differ: start again");
  return first;
}

/** Returns the first line without its line ending and without further trimming. */
export async function firstLine(file: string, flag: string): Promise<string> {
  try {
    return (await readFile(file, "utf8")).split(/\r?\n/, 1)[0] ?? "";
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable";
    throw new RotaError("FILE_UNUSABLE", `${flag} ${file}: cannot be read: ${code}`, { file }, { cause });
  }
}

export async function askHidden(
  question: string,
  { keyboard, print }: Prompt = { keyboard: process.stdin, print: (text) => void process.stderr.write(text) },
): Promise<string> {
  if (keyboard.isTTY !== true || keyboard.setRawMode === undefined) {
    throw new RotaError("COMMAND_INVALID", "there is no terminal to ask for the passphrase: give --passphrase-file");
  }
  print(question);
  keyboard.setRawMode(true);
  try {
    return await readLine(keyboard);
  } finally {
    keyboard.setRawMode(false);
    keyboard.pause();
    print("\n");
  }
}

function readLine(keyboard: Keyboard): Promise<string> {
  keyboard.setEncoding("utf8");
  keyboard.resume();
  return new Promise((resolve, reject) => {
    let typed: string[] = [];
    const end = (settle: () => void) => {
      keyboard.off("data", read);
      settle();
    };
    const read = (text: string) => {
      for (const key of text) {
        if (key === "\r" || key === "\n") return end(() => resolve(typed.join("")));
        if (key === "\u0003" || key === "\u0004") return end(() => reject(stopped()));
        if (key === "\u007f" || key === "\b") typed = typed.slice(0, -1);
        else if (typed.length < BYTES_MAX) typed.push(key);
      }
    };
    keyboard.on("data", read);
  });
}

function stopped(): RotaError {
  return new RotaError("COMMAND_INVALID", "no passphrase was given: nothing was done");
}
