/** Finds packed files without a use: modules that no exported module reaches, and their sources. Pure. */
import { posix } from "node:path";
import type { Content } from "./check-contents.ts";

/** Also matches modules that are started as a process or a thread, and types. */
const NAMED_FILE = /["'`](\.\.?\/[^"'`\s]+?)\.[jt]s["'`]/g;
/** Files for browsers: a module names their folder and does not import them. */
const NAMED_FOLDER = /["'`](\.\.?\/[^"'`\s]+\/)["'`]/g;
const MODULE = /^dist\/.*(?<!\.d)\.js$/;
const SOURCE = /^src\/(.*)\.tsx?$/;

export function unreachedFiles({ manifest, files }: Content): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const targets = [...Object.values(manifest.exports), ...Object.values(manifest.bin)];
  const waiting = targets.map((target) => posix.normalize(target).replace(/(\.d\.ts|\.js)$/, ""));
  const reached = new Set<string>();
  for (let stem = waiting.pop(); stem !== undefined; stem = waiting.pop()) {
    if (reached.has(stem)) continue;
    reached.add(stem);
    for (const ending of [".js", ".d.ts"]) waiting.push(...namedIn(`${stem}${ending}`, texts, NAMED_FILE));
  }
  const folders = [
    ...targets.filter((target) => target.endsWith("/*")).map((target) => posix.normalize(target).slice(0, -1)),
    ...[...reached].flatMap((stem) => namedIn(`${stem}.js`, texts, NAMED_FOLDER)),
  ];
  const isReached = (stem: string) => reached.has(stem) || folders.some((folder) => stem.startsWith(folder));
  return [...texts.keys()].filter((path) => {
    if (MODULE.test(path)) return !isReached(path.replace(/\.js$/, ""));
    const [, source] = SOURCE.exec(path) ?? [];
    return source !== undefined && !isReached(`dist/${source}`);
  });
}

function namedIn(path: string, texts: ReadonlyMap<string, string>, name: RegExp): string[] {
  const text = texts.get(path) ?? "";
  return [...text.matchAll(name)].map(([, named = ""]) => posix.join(posix.dirname(path), named));
}
