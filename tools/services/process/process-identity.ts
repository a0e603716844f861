/** Tells a process from a later one that was given the same pid, so that only our own are ever ended. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

/** A pid together with a mark of when that process was started. */
export type ProcessIdentity = { readonly pid: number; readonly mark: string };

/** The identity of a running process; undefined when there is none with this pid. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = existsSync("/proc/self/stat") ? startFromProc(pid) : startFromPs(pid);
  if (startedAt === undefined) return undefined;
  return { pid, mark: createHash("sha256").update(startedAt).digest("hex").slice(0, 12) };
}

/** True while exactly this process runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.mark === identity.mark;
}

/** Sends the signal to the process and the group that it leads; does nothing when the process is gone. */
export function signalGroup(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isRunning(identity)) return;
  try {
    process.kill(-identity.pid, signal);
  } catch {
    // It ended between the look and the signal.
  }
}

/** Ticks since boot are only unique within one boot, so the boot's id is part of the mark. */
function startFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may itself hold blanks and parentheses: fields are counted from the last one.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, startTicks] = [fields[0], fields[19]];
    if (state === "Z" || startTicks === undefined) return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${startTicks}`;
  } catch {
    return undefined;
  }
}

function startFromPs(pid: number): string | undefined {
  try {
    const startedAt = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    return startedAt === "" ? undefined : startedAt;
  } catch {
    return undefined;
  }
}
