/** Runs Prometheus' own checker: an installed one, else Debian's, which is installed once. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { canInstallWithApt, installWithApt } from "./supply/apt-install.ts";
import { findPromtool } from "./supply/find-binaries.ts";
import { describeError, ServiceError } from "./service-error.ts";

/**
 * Installs promtool if it is missing and that is possible, before the tests begin: parallel installations would
 * conflict.
 */
export async function ensurePromtool(report: (line: string) => void): Promise<void> {
  if (findPromtool() !== undefined || !canInstallWithApt()) return;
  try {
    await installWithApt([PACKAGE], report);
  } catch (error) {
    report(`${PACKAGE} could not be installed: ${describeError(error)}`);
  }
}

export type PromtoolAnswer = { readonly succeeded: boolean; readonly output: string };

/** @example const { succeeded } = await promtool(["check", "metrics"], text); */
export async function promtool(args: readonly string[], input = ""): Promise<PromtoolAnswer> {
  const child = spawn(promtoolPath(), args, { stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const closed: Promise<unknown[]> = once(child, "close");
  child.stdin.end(input);
  const [code] = await closed;
  return { succeeded: code === 0, output };
}

/** Throws SERVICES_MISSING with the remedy. */
function promtoolPath(): string {
  const found = findPromtool();
  if (found !== undefined) return found;
  throw new ServiceError(
    "SERVICES_MISSING",
    `The tests of metrics need promtool, not found on this machine: sudo apt-get update && sudo apt-get install -y --no-install-recommends ${PACKAGE}`,
  );
}

const PACKAGE = "prometheus";
