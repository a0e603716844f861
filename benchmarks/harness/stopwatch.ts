/** Measures time and the processor time of this process and of a server with all its children, from /proc. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock does. */
const TICK_MICROSECONDS = 10_000;

export type Elapsed = { readonly perSecond: number; readonly cpuMicrosecondsEach: number };

/** Starts now; the returned function says what each of so many items took since. */
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

/** Processor time so far of a process and all below it; not a number where there is no /proc. The root also counts for its children that have ended: connections that were closed within the measurement. */
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

/** The name of a process stands in brackets and may hold anything, so the fields are counted from behind it. */
function readProcess(pid: string): [number, ProcessTimes][] {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return []; // It has ended meanwhile.
  }
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const field = (index: number) => Number(fields[index] ?? 0);
  return [
    [Number(pid), { parent: field(1), ticks: field(11) + field(12), ticksOfEndedChildren: field(13) + field(14) }],
  ];
}
