/** Measures elapsed time and the processor time of this process and of a server with all its children, from /proc. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second, independent of the kernel's own clock. */
const TICK_MICROSECONDS = 10_000;

export type Elapsed = { readonly perSecond: number; readonly cpuMicrosecondsEach: number };

/** Starts the stopwatch. The returned function returns the cost of each of the given number of items since then. */
export function startStopwatch(serverPid: number): (items: number) => Elapsed {
  const startedAt = performance.now();
  const ownBefore = process.cpuUsage();
  const serverBefore = treeMicroseconds(serverPid);
  return (items) => {
    const elapsedMs = performance.now() - startedAt;
    const own = process.cpuUsage(ownBefore);
    const server = treeMicroseconds(serverPid) - serverBefore;
    return {
      perSecond: (items / elapsedMs) * 1_000,
      cpuMicrosecondsEach: (own.user + own.system + server) / items,
    };
  };
}

type ProcessTimes = { readonly parent: number; readonly ticks: number; readonly ticksOfEndedChildren: number };

/**
 * Returns the processor time of a process and its descendants so far; NaN where there is no /proc. The root includes
 * children that have ended, such as connections that were closed during the measurement.
 */
export function treeMicroseconds(root: number): number {
  if (!existsSync("/proc/self/stat")) return Number.NaN;
  const processes = readProcesses();
  const isBelowRoot = (pid: number): boolean => {
    if (pid === root) return true;
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && parent > 1 && isBelowRoot(parent);
  };
  const ticks = [...processes]
    .filter(([pid]) => isBelowRoot(pid))
    .reduce((sum, [, times]) => sum + times.ticks, processes.get(root)?.ticksOfEndedChildren ?? 0);
  return ticks * TICK_MICROSECONDS;
}

function readProcesses(): Map<number, ProcessTimes> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return new Map(pids.flatMap((pid) => readProcess(pid)));
}

/** Reads the fields after the closing bracket: the name of a process is in brackets and may contain anything. */
function readProcess(pid: string): [number, ProcessTimes][] {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return []; // The process has ended.
  }
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const field = (index: number) => Number(fields[index] ?? 0);
  return [
    [Number(pid), { parent: field(1), ticks: field(11) + field(12), ticksOfEndedChildren: field(13) + field(14) }],
  ];
}
