/**
 * Runs external bookkeeping programs that tests compare ours with: installed ones, else Debian's, which are installed
 * once.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { canInstallWithApt, installWithApt } from "./supply/apt-install.ts";
import { findBookProgram } from "./supply/find-binaries.ts";
import { describeError, ServiceError } from "./service-error.ts";

/** Programs, each with its Debian package. */
const PACKAGES = {
  hledger: "hledger",
  ledger: "ledger",
  "bean-check": "beancount",
  "bean-example": "beancount",
  "bean-query": "beancount",
  "bean-report": "beancount",
} as const;

export type BookProgram = keyof typeof PACKAGES;

/** Installs missing programs where possible, before the tests begin. */
export async function ensureBookPrograms(report: (line: string) => void): Promise<void> {
  const packages = missingPackages();
  if (packages.length === 0 || !canInstallWithApt()) return;
  try {
    await installWithApt(packages, report);
  } catch (error) {
    report(`${packages.join(", ")} could not be installed: ${describeError(error)}`);
  }
}

/**
 * Returns the output of the program. Throws its error output when it fails, and SERVICES_MISSING with the remedy when
 * it is missing.
 *
 * @example const csv = await runBookProgram("hledger", ["-f", "-", "bal", "-O", "csv"], journal);
 */
export async function runBookProgram(name: BookProgram, args: readonly string[], input = ""): Promise<string> {
  const child = spawn(pathOf(name), args, { stdio: ["pipe", "pipe", "pipe"] });
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  const closed: Promise<unknown[]> = once(child, "close");
  child.stdin.on("error", () => undefined); // a program that read enough closes its end; how it went is its exit code
  child.stdin.end(input);
  const [code] = await closed;
  if (code === 0) return out();
  throw new Error(`${name} ${args.join(" ")} ended with ${String(code)}: ${err()}${out()}`);
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const parts: Buffer[] = [];
  stream.on("data", (part: Buffer) => parts.push(part));
  return () => Buffer.concat(parts).toString("utf8");
}

function pathOf(name: BookProgram): string {
  const found = findBookProgram(name);
  if (found !== undefined) return found;
  const packages = missingPackages().join(" ");
  throw new ServiceError(
    "SERVICES_MISSING",
    `The tests of the ledger need ${name}, not found on this machine: sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages}`,
  );
}

function missingPackages(): string[] {
  const missing = Object.entries(PACKAGES).filter(([name]) => findBookProgram(name) === undefined);
  return [...new Set(missing.map(([, name]) => name))];
}
