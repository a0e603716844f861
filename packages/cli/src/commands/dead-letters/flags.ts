/** Reads the flags of `rota dead-letters`. */
import { userInfo } from "node:os";
import { RotaError, type DeadLetterFilter } from "@rota/engine";
import { loadTasks, type LoadedTasks } from "../../load-tasks.ts";
import type { CommandContext } from "../../with-config.ts";
import { textFlag } from "../audit-log/flags.ts";

/** What a line shows of a text; all of it is in the json. */
const SHOWN_LENGTH = 120;

export function readFilter(context: CommandContext): DeadLetterFilter {
  const kind = textFlag(context, "kind");
  if (kind !== undefined && kind !== "chunk" && kind !== "event" && kind !== "parked")
    throw new RotaError("COMMAND_INVALID", `--kind ${kind}: write chunk, event or parked`);
  const { from, before } = { from: timeFlag(context, "from"), before: timeFlag(context, "before") };
  return {
    ...(kind === undefined ? {} : { kind }),
    ...textFlags(context, ["tenant", "queue", "type", "intake", "code"]),
    ...(from === undefined ? {} : { from }),
    ...(before === undefined ? {} : { before }),
  };
}

/** Those that were given, under their names. */
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

export function numberFlag(context: CommandContext, name: string): number | undefined {
  const text = textFlag(context, name);
  return text === undefined ? undefined : Number(text);
}

/** Who decides, and why. */
export function readActor(context: CommandContext): { readonly actor: string; readonly reason?: string } {
  return { actor: loginName(), ...textFlags(context, ["actor", "reason"]) };
}

/** A container may run as a user that has no name. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${String(process.getuid?.() ?? "unknown")}`;
  }
}

/** Nothing without the flag: not every letter needs a definition. */
export async function loadDefinitions(context: CommandContext): Promise<Partial<LoadedTasks>> {
  const module = textFlag(context, "tasks");
  return module === undefined ? {} : loadTasks(module);
}

export function letterWord({ words }: CommandContext): string {
  return words[1] ?? "";
}

/** Texts of errors and events come from anywhere: nothing of them may speak to the terminal. */
export function oneLine(text: string, lengthMax = SHOWN_LENGTH): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, " ");
  return clean.length <= lengthMax ? clean : `${clean.slice(0, lengthMax)}…`;
}

function timeFlag(context: CommandContext, name: string): Date | undefined {
  const text = textFlag(context, name);
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw new RotaError("COMMAND_INVALID", `--${name} ${text}: write a time such as 2026-05-01T12:00:00Z`);
}
