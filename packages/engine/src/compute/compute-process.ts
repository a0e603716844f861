/** Starts and keeps the processes of a compute pool; each runs one computation at a time, and its end fails only that one. */
import { type ChildProcess, fork } from "node:child_process";
import { Socket } from "node:net";
import { RotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import {
  type ChildSettings,
  type ComputeReply,
  type ComputeRequest,
  isReply,
  MEMORY_WORDS,
} from "./compute-messages.ts";
import type { ComputeLimits } from "./compute-pool.ts";
import { inheritedArguments, typescriptLoader } from "./node-arguments.ts";

export type ComputeProcesses = {
  /** Whether `take` has a process to give. */
  hasFree(): boolean;
  take(): ComputeProcess;
  giveBack(process: ComputeProcess, isReusable: boolean): void;
  count(): number;
  /** Ends all processes and returns when they have exited. */
  close(): Promise<void>;
};

export type ComputeProcessesOptions = {
  readonly limits: ComputeLimits;
  readonly logger: Logger;
  /** Called when a process was given back, or when one exited and makes room for another. */
  readonly onFree: () => void;
};

/**
 * Keeps the processes of a pool: starts one when needed, reuses it for the next computation and ends it when it is
 * idle.
 */
export function createComputeProcesses({ limits, logger, onFree }: ComputeProcessesOptions): ComputeProcesses {
  const alive = new Set<ComputeProcess>();
  /** Each with the timer that ends it. The one that was used last is used next, so that the others come to their end. */
  const idle = new Map<ComputeProcess, NodeJS.Timeout>();

  const start = (): ComputeProcess => {
    const process = startComputeProcess(limits, logger);
    alive.add(process);
    void process.exited.then(() => {
      leaveIdle(process);
      alive.delete(process);
      onFree();
    });
    return process;
  };

  const endIdle = (process: ComputeProcess): void => {
    leaveIdle(process);
    process.end();
  };

  const leaveIdle = (process: ComputeProcess): void => {
    clearTimeout(idle.get(process));
    idle.delete(process);
  };

  return {
    hasFree: () => idle.size > 0 || alive.size < limits.processes,
    take() {
      const process = [...idle.keys()].at(-1) ?? start();
      leaveIdle(process);
      return process;
    },
    giveBack(process, isReusable) {
      if (!isReusable) return process.end(); // a process that exits makes room for another
      idle.set(process, setTimeout(() => endIdle(process), limits.idleMs).unref());
      onFree();
    },
    count: () => alive.size,
    async close() {
      const ending = [...alive];
      for (const process of ending) process.end();
      await Promise.all(ending.map((process) => process.exited));
    },
  };
}

type ComputeProcess = {
  /** One computation. Throws a refusal that says how the process ended, if it ended first. */
  compute(request: Omit<ComputeRequest, "id">): Promise<ComputeReply>;
  /** Ends it at once, whatever it does. */
  end(): void;
  /** Resolves when it has exited. */
  readonly exited: Promise<void>;
};

type Pending = { readonly id: number; resolve(reply: ComputeReply): void; reject(error: Error): void };

/** Starts a process that runs one computation at a time. Whatever ends the process fails only that computation. */
function startComputeProcess(settings: ChildSettings, logger: Logger): ComputeProcess {
  const child = forkChild(settings);
  const output = collectOutput(child, logger);
  let pending: Pending | undefined;
  let requestCount = 0;

  const takePending = (): Pending | undefined => {
    const taken = pending;
    pending = undefined;
    letGo(child); // unless something is computed, the process must not keep this one alive
    return taken;
  };
  child.on("message", (message: unknown) => {
    if (pending !== undefined && isReply(message, pending.id)) takePending()?.resolve(message);
  });
  const exited = endOf(child).then((end) =>
    takePending()?.reject(explainEnd({ ...end, output: output(), memoryMbMax: settings.memoryMbMax })),
  );

  return {
    compute: (request) =>
      new Promise((resolve, reject) => {
        pending = { id: ++requestCount, resolve, reject };
        keepAlive(child);
        child.send({ ...request, id: requestCount }, () => undefined); // a send that fails shows in how it ended
      }),
    end() {
      keepAlive(child); // a caller may wait for its exit
      killGroup(child);
    },
    exited,
  };
}

const SOURCE_URL = new URL("./compute-child.ts", import.meta.url);

/** The build has .js files in the place of .ts files, of this one as well. */
const CHILD_URL = import.meta.url.endsWith(".ts") ? SOURCE_URL : new URL(SOURCE_URL.href.replace(/\.ts$/, ".js"));

/** The leader of a group of its own; on Windows that would open a window. */
const HAS_GROUPS = process.platform !== "win32";

function forkChild({ memoryMbMax, messageBytesMax }: ChildSettings): ChildProcess {
  const loader = typescriptLoader(CHILD_URL.href);
  return fork(CHILD_URL, [String(memoryMbMax), String(messageBytesMax)], {
    serialization: "advanced",
    detached: HAS_GROUPS,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    execArgv: [
      ...inheritedArguments(process.execArgv),
      ...(loader === undefined ? [] : ["--import", loader]),
      `--max-old-space-size=${String(memoryMbMax)}`,
    ],
  });
}

/** How much of what a process wrote last is kept to explain its end, and how much of one write is logged. */
const OUTPUT_LENGTH_MAX = 16_000;
const LOGGED_LENGTH_MAX = 1_000;

function collectOutput(child: ChildProcess, logger: Logger): () => string {
  let kept = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      kept = (kept + text).slice(-OUTPUT_LENGTH_MAX);
      logger.debug({ pid: child.pid, text: text.slice(0, LOGGED_LENGTH_MAX) }, "a computation wrote");
    });
    if (stream instanceof Socket) stream.unref();
  }
  return () => kept;
}

/** How long to wait for its last words; they end with it unless it left a process of its own behind. */
const LAST_WORDS_MS = 1_000;

function endOf(child: ChildProcess): Promise<ComputeProcessEnd> {
  return new Promise((resolve) => {
    let lastWords: NodeJS.Timeout | undefined;
    child.on("error", (cause) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, cause }); // other errors show in its end
    });
    // Without its channel it cannot answer any more.
    child.once("disconnect", () => killGroup(child));
    child.once("exit", (code, signal) => {
      lastWords = setTimeout(() => resolve({ code, signal }), LAST_WORDS_MS);
    });
    child.once("close", (code, signal) => {
      clearTimeout(lastWords);
      resolve({ code, signal });
    });
  });
}

/** Also what the computation started itself. */
function killGroup(child: ChildProcess): void {
  // Once it has exited, its number may be that of another process.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(HAS_GROUPS ? -child.pid : child.pid, "SIGKILL");
  } catch {
    // it exited just now, and its end is about to be reported
  }
}

function keepAlive(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function letGo(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

type ComputeProcessEnd = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started, if so. */
  readonly cause?: Error;
};

export type ExplainedEnd = ComputeProcessEnd & { readonly output: string; readonly memoryMbMax: number };

/** Explains why a computing process ended before it answered. Pure. */
function explainEnd({ code, signal, cause, output, memoryMbMax }: ExplainedEnd): RotaError {
  if (cause !== undefined) {
    const message = `a process for computations could not be started: ${cause.message}`;
    return new RotaError("COMPUTE_FAILED", message, {}, { cause });
  }
  if (isOutOfMemory({ code, output })) {
    return new RotaError(
      "OUT_OF_MEMORY",
      `the computation needed more than ${String(memoryMbMax)} MB (memoryMbMax), so its process was ended: ` +
        `give it less at once, or raise the limit`,
      { memoryMbMax },
    );
  }
  if (code !== null) {
    const message = `the computation ended its process with exit code ${String(code)}: return or throw instead of process.exit`;
    return new RotaError("COMPUTE_FAILED", message, { exitCode: code });
  }
  return new RotaError(
    "COMPUTE_FAILED",
    `the process of the computation was ended by ${signal ?? "something unknown"}; what it wrote last is in the log at level debug`,
    { signal },
  );
}

/** V8 says so in words and aborts, which some systems show as a code above 128. */
function isOutOfMemory({ code, output }: { code: number | null; output: string }): boolean {
  if (output.includes(MEMORY_WORDS)) return true;
  return /heap out of memory|Allocation failed/.test(output) && (code === null || code > 128);
}
