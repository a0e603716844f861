/** The text of a package.json with another version, its own and of its sisters; nothing else is changed. Pure. */
export function withVersion(text: string, from: string, to: string): string {
  const lines = text.split("\n").map((line) => {
    const [, key = "", value] = /^\s*"([^"]+)": "([^"]+)",?$/.exec(line) ?? [];
    const isOurs = key === "version" || key.startsWith("@rota/");
    return isOurs && value === from ? line.replace(`"${from}"`, () => `"${to}"`) : line;
  });
  return lines.join("\n");
}
