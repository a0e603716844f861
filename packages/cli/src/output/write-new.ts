/** Writes files of which a second run would make others: what is there already is not written over. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { RotaError } from "@rota/engine";

export async function writeNew(file: string, content: object | string, mode = 0o644): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === "string" ? content : `${JSON.stringify(content)}\n`, { flag: "wx", mode });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    if (code === "EEXIST")
      throw new RotaError("FILE_EXISTS", `${file} is there already: it is not written over`, { file });
    throw new RotaError("FILE_UNUSABLE", `${file} cannot be written: ${code}`, { file }, { cause });
  }
}
