/** Parses the calls of `rota` and `npm` in a line of a page, as the shell passes them on. Pure. */
export type Call = {
  readonly program: "rota" | "npm";
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
};

export function callFrom(value: unknown): Call {
  if (!isRecord(value) || !isRecord(value["env"]) || !Array.isArray(value["words"]))
    throw new Error(`the shell sent ${JSON.stringify(value)}`);
  const env = Object.fromEntries(Object.entries(value["env"]).map(([name, text]) => [name, String(text)]));
  const program = value["program"] === "npm" ? "npm" : "rota";
  return { program, words: value["words"].map(String), cwd: String(value["cwd"]), env };
}

/** Maps `npm run rota -- tasks` to `rota tasks`; returns a text if another script is wrong. */
export function scriptCall(
  { words }: Call,
  scripts: Readonly<Record<string, unknown>>,
): { readonly rota?: readonly string[]; readonly problem?: string } {
  const [first = "", second = ""] = words.filter((word) => !word.startsWith("-"));
  const name = first === "run" ? second : first;
  if (!["run", "start", "test"].includes(first)) return {};
  if (scripts[name] === undefined) return { problem: `package.json has no script ${name}` };
  return name === "rota" ? { rota: words.slice(words.indexOf("--") + 1) } : {};
}

/** Returns the scripts of a package.json. */
export function scriptsIn(manifest: string): Record<string, unknown> {
  const read: unknown = JSON.parse(manifest);
  return isRecord(read) && isRecord(read["scripts"]) ? read["scripts"] : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
