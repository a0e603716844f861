/** Sets the version of a package.json, its own and that of its sisters, and changes nothing else. Pure. */
export function withVersion(text: string, from: string, to: string): string {
  const lines = text.split("\n").map((line) => {
    const [, key = "", value] = /^\s*"([^"]+)": "([^"]+)",?$/.exec(line) ?? [];
    const isOurs = key === "version" || key.startsWith("@rota/");
    return isOurs && value === from ? line.replace(`"${from}"`, () => `"${to}"`) : line;
  });
  return lines.join("\n");
}
