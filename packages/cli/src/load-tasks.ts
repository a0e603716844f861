/** Loads a user's module: definitions of tasks and intakes, by name or in a default array, and the payload codec. */
import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type EngineOptions, type IntakeDefinition, RotaError, type TaskDefinition } from "@rota/engine";
import { loaderHint } from "@rota/engine/internal";
import type { CommandContext } from "./command-spec.ts";

export type LoadedTasks = {
  readonly tasks: readonly TaskDefinition[];
  readonly intakes: readonly IntakeDefinition[];
  readonly codec?: Codec;
};

/** Loads the module that the option `tasks` names, if it names one. */
export async function loadGivenTasks({ reading }: Pick<CommandContext, "reading">): Promise<LoadedTasks> {
  const { tasks: module } = reading.config;
  return module === undefined ? { tasks: [], intakes: [] } : loadTasks(module);
}

type Codec = NonNullable<EngineOptions["codec"]>;

/** Loads a module. One that is missing, broken or without tasks and intakes is refused; other exports are ignored. */
export async function loadTasks(module: string): Promise<LoadedTasks> {
  const path = resolve(module);
  await access(path).catch((cause: unknown) => {
    throw invalid(module, `there is no file ${path}; give the path of a module that exports tasks`, cause);
  });
  const exported = await importModule(module, path);
  const found = new Set(Object.entries(exported).flatMap(([name, value]) => definitionsIn(module, name, value)));
  const [tasks, intakes] = [[...found].filter(isTask), [...found].filter(isIntake)];
  if (found.size > 0) return { tasks, intakes, ...codecIn(module, exported["codec"]) };
  const names = Object.keys(exported).join(", ") || "nothing";
  throw invalid(
    module,
    `it exports no task, only ${names}; export what defineTask() made, by name or in a default array`,
  );
}

async function importModule(module: string, path: string): Promise<Record<string, unknown>> {
  try {
    const exported: unknown = await import(pathToFileURL(path).href);
    return typeof exported === "object" && exported !== null ? { ...exported } : {};
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw invalid(module, `it cannot be loaded: ${message}${loaderHint(cause)}`, cause);
  }
}

type Definition = TaskDefinition | IntakeDefinition;

function definitionsIn(module: string, name: string, value: unknown): Definition[] {
  if (isTask(value) || isIntake(value)) return [value];
  if (name !== "default" || !Array.isArray(value)) return [];
  return value.map((item: unknown, index) => {
    if (isTask(item) || isIntake(item)) return item;
    throw invalid(module, `item ${String(index)} of its default export is no task; put in what defineTask() made`);
  });
}

/** Returns the codec. A codec with a misspelled method is refused, since payloads would be stored in clear. */
function codecIn(module: string, value: unknown): { readonly codec?: Codec } {
  if (value === undefined) return {};
  if (isCodec(value)) return { codec: value };
  throw invalid(module, "its export codec is none; give it the methods encode and decode, or another name");
}

function isCodec(value: unknown): value is Codec {
  if (typeof value !== "object" || value === null || !("encode" in value && "decode" in value)) return false;
  return typeof value.encode === "function" && typeof value.decode === "function";
}

function isTask(value: unknown): value is TaskDefinition {
  if (typeof value !== "object" || value === null) return false;
  if (!("name" in value && "version" in value && "plan" in value && "run" in value)) return false;
  return typeof value.name === "string" && typeof value.plan === "function" && typeof value.run === "function";
}

function isIntake(value: unknown): value is IntakeDefinition {
  if (typeof value !== "object" || value === null) return false;
  if (!("name" in value && "taskType" in value && "handle" in value)) return false;
  return typeof value.name === "string" && typeof value.taskType === "string" && typeof value.handle === "function";
}

function invalid(module: string, reason: string, cause?: unknown): RotaError {
  return new RotaError("TASKS_MODULE_INVALID", `--tasks ${module}: ${reason}`, { module }, { cause });
}
