/** Runs the tasks of the stories in a process until it is stopped or killed. */
import { appendFileSync } from "node:fs";
import type { Config } from "../../src/config/config.ts";
import { createEngine } from "../../src/engine.ts";
import { createLogger, silentLogger } from "../../src/runtime/logger.ts";
import { beSupervised } from "../../src/worker/supervisor.ts";
import { storyTasks } from "./story-tasks.ts";

export type StorySettings = {
  readonly config: Readonly<Partial<Config>>;
  readonly slots: number;
  /** File to which handlers write that they run, whatever the outcome of their transactions. */
  readonly runsFile: string;
};

const settings = readSettings(process.argv[2] ?? "");
const name = settings.config.workerId ?? `worker.${String(process.pid)}`;
const isSupervised = process.send !== undefined;
const say = (line: string): void => {
  if (!isSupervised) process.stdout.write(`${line}\n`);
};
const released = new Promise<void>((resolve) => {
  process.on("SIGCONT", () => resolve());
  process.on("SIGUSR2", () => resolve());
});

const tasks = storyTasks({
  name,
  say,
  released,
  runs({ taskId, number }) {
    const chunk = `${String(taskId)}/${String(number)}`;
    appendFileSync(settings.runsFile, `${chunk} ${String(process.pid)} ${String(Date.now())}\n`);
    say(`runs ${String(number)}`);
  },
});
const engine = await createEngine({
  tasks: Object.values(tasks),
  config: { ...settings.config, workerId: name },
  slots: settings.slots,
  logger: isSupervised ? silentLogger : createLogger({ level: "warn", json: true }),
});
await engine.start();
beSupervised(() => engine.stop()).ready();
say("ready");

function readSettings(text: string): StorySettings {
  const given: unknown = JSON.parse(text);
  if (!areSettings(given)) throw new TypeError(`these are no settings: ${text}`);
  return given;
}

function areSettings(given: unknown): given is StorySettings {
  return typeof given === "object" && given !== null && "config" in given && "slots" in given && "runsFile" in given;
}
