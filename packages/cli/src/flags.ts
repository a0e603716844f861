/** Reads the flags of a command as text, number, time, choice or JSON. */
import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { RotaError } from "@rota/engine";
import type { CommandContext } from "./command-spec.ts";

export function textFlag({ flags }: CommandContext, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

/** Returns the given flags under their names. */
export function textFlags<Name extends string>(
  context: CommandContext,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const given: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = textFlag(context, name);
    if (text !== undefined) given[name] = text;
  }
  return given;
}

/** Reports whether a flag without a value is given. */
export function isGiven({ flags }: CommandContext, name: string): boolean {
  return flags[name] === true;
}

export function numberFlag(context: CommandContext, name: string): number | undefined {
  const text = textFlag(context, name);
  if (text === undefined) return undefined;
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  throw new RotaError("COMMAND_INVALID", `${spelled(name)} ${text}: give a number`);
}

type Limits = { readonly min: number; readonly max: number };

export function wholeFlag(context: CommandContext, name: string, { min, max }: Limits): number | undefined {
  const number = numberFlag(context, name);
  if (number === undefined || (Number.isInteger(number) && number >= min && number <= max)) return number;
  const message = `${spelled(name)} ${String(number)}: give a whole number from ${String(min)} to ${String(max)}`;
  throw new RotaError("COMMAND_INVALID", message);
}

export function timeFlag(context: CommandContext, name: string): Date | undefined {
  const text = textFlag(context, name);
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw new RotaError("COMMAND_INVALID", `${spelled(name)} ${text}: write a time such as 2026-05-01T12:00:00Z`);
}

/** Reads a flag that is one of a few words, in capital letters or small ones. */
export function choiceFlag<Choice extends string>(
  context: CommandContext,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = textFlag(context, name);
  if (text === undefined) return undefined;
  const choice = choices.find((one) => one.toLowerCase() === text.toLowerCase());
  if (choice !== undefined) return choice;
  const last = choices.at(-1) ?? "";
  const listed = [choices.slice(0, -1).join(", "), last].filter(Boolean).join(" or ");
  throw new RotaError("COMMAND_INVALID", `${spelled(name)} ${text}: write ${listed}`);
}

/** Reads a flag that the command requires; `what` describes it in the error. */
export function requiredFlag(context: CommandContext, name: string, what: string): string {
  const text = textFlag(context, name);
  if (text !== undefined && text !== "") return text;
  throw new RotaError("COMMAND_INVALID", `say ${what} with ${spelled(name)}`);
}

/** Reads the actor and the reason of a change. */
export function readActor(context: CommandContext): { readonly actor: string; readonly reason?: string } {
  return { actor: loginName(), ...textFlags(context, ["actor", "reason"]) };
}

/** Returns the login name. A container may run as a user without a name. */
export function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${String(process.getuid?.() ?? "unknown")}`;
  }
}

/** Returns the flag of an option: `--subject-id` for `subjectId`. */
export function spelled(name: string): string {
  return `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
}

/** Reads a JSON file; `-` is standard input. */
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
