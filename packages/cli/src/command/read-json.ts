/** Reads json that a flag names or holds. */
import { readFile } from "node:fs/promises";
import { RotaError } from "@rota/engine";

/** `-` is standard input. */
export async function readJsonFile(flag: string, file: string): Promise<unknown> {
  const text = await readText(flag, file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RotaError("COMMAND_INVALID", `${flag} ${file}: the file holds no json`, { file }, { cause });
  }
}

async function readText(flag: string, file: string): Promise<string> {
  try {
    return await readFile(file === "-" ? STANDARD_INPUT : file, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new RotaError("FILE_UNUSABLE", `${flag} ${file}: cannot be read: ${code}`, { file }, { cause });
  }
}

const STANDARD_INPUT = "/dev/stdin";

export function parseJson(flag: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${flag}: this is no json; quote it for the shell, as in ${flag} '{"pages": 3}'`;
    throw new RotaError("COMMAND_INVALID", message, {}, { cause });
  }
}
