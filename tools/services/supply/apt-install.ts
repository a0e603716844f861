/** Installs Debian packages for the tests, without leaving their system services running. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastLines, runCommand } from "../process/run-command.ts";
import { ServiceError } from "../service-error.ts";

/** Installs the packages, refreshing the package lists first when they are missing or old. `report` gets the progress. */
export async function installWithApt(packages: readonly string[], report: (progress: string) => void): Promise<void> {
  const names = packages.join(", ");
  if (packageListsAreStale()) {
    report("refreshing the lists of Debian's packages");
    await runApt(["update"]);
  }
  report(`installing ${names}`);
  await withoutStartingServices(() =>
    runApt(["install", "-y", "--no-install-recommends", ...packages], (percent, what) =>
      report(`installing ${names}: ${percent} %, ${what}`),
    ),
  );
}

/** True for root on a system that has apt-get. */
export function canInstallWithApt(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get") && existsSync("/etc/debian_version");
}

const LISTS_FOLDER = "/var/lib/apt/lists";
const LISTS_AGE_MS_MAX = 24 * 60 * 60 * 1000;

function packageListsAreStale(): boolean {
  if (!existsSync(LISTS_FOLDER)) return true;
  const lists = readdirSync(LISTS_FOLDER).filter((file) => file.includes("_Packages"));
  const newest = Math.max(0, ...lists.map((file) => statSync(join(LISTS_FOLDER, file)).ctimeMs));
  return Date.now() - newest > LISTS_AGE_MS_MAX;
}

const APT_TIMEOUT_MS = 10 * 60 * 1000;
const LOCK_TIMEOUT_SECONDS = 120;

/** Lines such as "pmstatus:redis-server:25.0000:Unpacking redis-server (amd64)". */
const STATUS_LINE = /^(?:dl|pm)status:[^:\n]*:(\d+)[^:\n]*:([^\n]*)\n/gm;

async function runApt(
  args: readonly string[],
  onProgress: (percent: string, what: string) => void = () => undefined,
): Promise<void> {
  const onOutput = (text: string) => {
    const [, percent = "", what = ""] = [...text.matchAll(STATUS_LINE)].at(-1) ?? [];
    if (percent !== "") onProgress(percent, what);
  };
  const { succeeded, output } = await runCommand(
    "apt-get",
    ["-q", "-o", `DPkg::Lock::Timeout=${LOCK_TIMEOUT_SECONDS}`, "-o", "APT::Status-Fd=1", ...args],
    { timeoutMs: APT_TIMEOUT_MS, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, onOutput },
  );
  if (succeeded) return;
  const problem = lastLines(output.replaceAll(STATUS_LINE, ""));
  throw new ServiceError("INSTALLATION_FAILED", `apt-get ${args.join(" ")} failed:\n${problem}`);
}

/** Debian asks this file whether a package may start its service during installation. */
const POLICY_FILE = "/usr/sbin/policy-rc.d";
const DENY_ALL = "#!/bin/sh\n# Written by Rota's test services for the time of one installation.\nexit 101\n";

async function withoutStartingServices(install: () => Promise<void>): Promise<void> {
  const isOurs = writePolicyUnlessPresent();
  if (!isOurs) return install();
  const removePolicy = () => {
    rmSync(POLICY_FILE, { force: true });
  };
  process.once("exit", removePolicy);
  try {
    await install();
  } finally {
    removePolicy();
    process.off("exit", removePolicy);
  }
}

/**
 * Writes the policy and returns whether we may remove it. A policy of the system stays; one that our own interrupted
 * installation left behind is taken over.
 */
function writePolicyUnlessPresent(): boolean {
  if (existsSync(POLICY_FILE)) return readFileSync(POLICY_FILE, "utf8") === DENY_ALL;
  writeFileSync(POLICY_FILE, DENY_ALL, { mode: 0o755, flag: "wx" });
  return true;
}
