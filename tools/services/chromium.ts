/** The browser of the tests: the given one, else an installed one, else Debian's, which is installed once. */
import { existsSync } from "node:fs";
import { canInstallWithApt, installWithApt } from "./supply/apt-install.ts";
import { findChromium } from "./supply/find-binaries.ts";
import { describeError, ServiceError } from "./service-error.ts";

/** Environment variable with the path of the program, for a browser that is not found by itself. */
export const CHROMIUM_VARIABLE = "ROTA_TEST_CHROMIUM";

/**
 * Finds the browser before the tests begin, and installs it where possible. Returns undefined if there is none: then
 * only the tests that need a browser fail, and explain what to do.
 */
export async function resolveChromium(report: (line: string) => void): Promise<string | undefined> {
  const given = process.env[CHROMIUM_VARIABLE];
  if (given !== undefined && given !== "") return given;
  const installed = findChromium();
  if (installed !== undefined || !canInstallWithApt()) return installed;
  try {
    await installWithApt(["chromium-headless-shell"], report);
  } catch (error) {
    report(`chromium-headless-shell could not be installed: ${describeError(error)}`);
  }
  return findChromium();
}

/** Returns the program that a test starts. Throws SERVICES_MISSING with the remedy. */
export function chromiumPath(): string {
  const path = process.env[CHROMIUM_VARIABLE] ?? findChromium();
  if (path !== undefined && existsSync(path)) return path;
  throw new ServiceError("SERVICES_MISSING", describeMissingBrowser(path));
}

function describeMissingBrowser(path: string | undefined): string {
  const missing = path === undefined ? "which was not found on this machine" : `but ${path} is not there`;
  return [
    `The tests of the dashboard need Chromium, ${missing}. Do one of these and run the tests again:`,
    "  sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium-headless-shell",
    "or name a browser that is built from it:",
    `  export ${CHROMIUM_VARIABLE}=/usr/bin/chromium`,
  ].join("\n");
}
