/** Starts a process for computations and runs one at a time in it; whatever ends the process fails only that one. */
import { fork, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import type { Logger } from "../../../runtime/logger.ts";
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
      child.kill("SIGKILL");
    },
    gone,
  };
}

/** This file is a .ts file in the sources and a .js file in the build; so is the one that the process runs. */
const CHILD_URL = new URL(
  import.meta.url.endsWith(".ts") ? "../child/compute-child.ts" : "../child/compute-child.js",
  import.meta.url,
);

function forkChild({ memoryMbMax, messageBytesMax }: ChildSettings): ChildProcess {
  const loader = typescriptLoader(CHILD_URL.href);
  return fork(CHILD_URL, [String(memoryMbMax), String(messageBytesMax)], {
    serialization: "advanced",
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
    child.once("disconnect", () => void child.kill("SIGKILL"));
    child.once("exit", (code, signal) => {
      lastWords = setTimeout(() => resolve({ code, signal }), LAST_WORDS_MS);
    });
    child.once("close", (code, signal) => {
      clearTimeout(lastWords);
      resolve({ code, signal });
    });
  });
}

function keepAlive(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function letGo(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
