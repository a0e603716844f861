/** Every file and name in a table of a page, such as the path of a chunk, exists in the sources. Pure. */
import type { TreeFile, Violation } from "../tidy/violation.ts";

/** A row whose second cell is a source file and whose third cell lists names that it declares. */
const ROW = /^\|[^|]*\|\s*`([^`|]+\.(?:ts|sql))`\s*\|((?:\s*`\w+`,?)+)\s*\|$/;

export function checkWalk(page: TreeFile, files: readonly TreeFile[]): Violation[] {
  return page.text.split("\n").flatMap((text, index) => {
    const [, path = "", names = ""] = ROW.exec(text) ?? [];
    if (path === "") return [];
    const place = { path: page.path, line: index + 1, rule: "walk" };
    const source = files.find((file) => file.path === path);
    if (source === undefined) return [{ ...place, message: `${path} does not exist` }];
    return [...names.matchAll(/`(\w+)`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !declares(source.text, name))
      .map((name) => ({ ...place, message: `${path} declares no ${name}` }));
  });
}

function declares(text: string, name: string): boolean {
  return new RegExp(
    String.raw`^(export )?(async )?(function|class|const|type) ${name}\b|\bfunction rota\.${name}\(`,
    "m",
  ).test(text);
}
