/** Starts a process for computations and runs one at a time in it; whatever ends the process fails only that one. */
import { fork, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import type { Logger } from "../../runtime/logger.ts";
import { explainEnd, type ProcessEnd } from "./explain-end.ts";
import { inheritedArguments } from "./inherited-arguments.ts";
import { isReply, type ChildSettings, type ComputeReply, type ComputeRequest } from "../message/messages.ts";
import { typescriptLoader } from "./typescript-loader.ts";

export type ComputeProcess = {
  /** One computation. Throws a refusal that says how the process ended, if it ended first. */
  compute(request: Omit<ComputeRequest, "id">): Promise<ComputeReply>;
  /** Ends it at once, whatever it does. */
  end(): void;
  /** Resolves when it is gone. */
  readonly gone: Promise<void>;
};

type Pending = { readonly id: number; resolve(reply: ComputeReply): void; reject(error: Error): void };

export function startComputeProcess(settings: ChildSettings, logger: Logger): ComputeProcess {
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
  const gone = endOf(child).then((end) =>
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
      keepAlive(child); // somebody may wait for it to be gone
      killGroup(child);
    },
    gone,
  };
}

const SOURCE_URL = new URL("../child/compute-child.ts", import.meta.url);

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

function endOf(child: ChildProcess): Promise<ProcessEnd> {
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
  // Once it is gone, its number may be another's.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(HAS_GROUPS ? -child.pid : child.pid, "SIGKILL");
  } catch {
    // it went just now, and its end is about to be told
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
