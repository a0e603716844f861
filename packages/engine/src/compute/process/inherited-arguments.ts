/** Chooses which of Node's arguments a computing process gets as well: those that decide how modules are found. Pure. */

const WITH_VALUE = new Set(["--import", "--require", "-r", "--loader", "--experimental-loader", "--conditions", "-C"]);
const ALONE = new Set(["--enable-source-maps", "--preserve-symlinks", "--experimental-strip-types"]);

export function inheritedArguments(execArgv: readonly string[]): string[] {
  return execArgv.flatMap((argument, index) => {
    const [name = ""] = argument.split("=", 1);
    if (ALONE.has(name)) return [argument];
    if (!WITH_VALUE.has(name)) return [];
    if (argument.includes("=")) return [argument];
    const value = execArgv[index + 1];
    return value === undefined ? [] : [argument, value];
  });
}
