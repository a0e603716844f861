/** Tests the answers of every command: JSON only with --json, and one clear message with an exit code on a refusal. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sqlScript } from "@rota/engine/internal";
import { allCommands } from "../src/commands/all-commands.ts";
import { openFilledFolder, type FilledFolder } from "./filled-folder.ts";
import { runHere } from "./run-here.ts";
import { startRota } from "./run-rota.ts";

let folder: FilledFolder;
const env = { ROTA_SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"), ROTA_SERVER_PORT: "0" };
const OTHER_SCHEMA = "<another schema>";
const otherSchema = () => `${folder.schema.name}_other`;
const rota = (...words: string[]) => {
  const here = words.map((word) => (word === OTHER_SCHEMA ? otherSchema() : word));
  const database = words.includes("--schema") ? folder.schema.urlWords : folder.schema.words;
  return runHere([...here, ...database], { cwd: folder.path });
};

beforeAll(async () => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  folder = await openFilledFolder();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await folder.schema.database.query(sqlScript(`drop schema if exists ${otherSchema()} cascade`));
  await folder.dispose();
});

/** Words of each command that succeed, with a field of its JSON answer. */
const ANSWERS: readonly (readonly [command: string, words: readonly string[], field: string])[] = [
  ["migrate", [], "applied"],
  ["submit", ["demo.print", "--tasks", "tasks.mjs", "--input", "{}", "--tenant", "bob"], "taskId"],
  ["tasks", [], "items"],
  ["tasks", ["--state", "FAILED", "--tenant", "ann", "--limit", "1"], "items"],
  ["tasks", ["--state", "failed"], "items"],
  ["task", ["1"], "phases"],
  ["task", ["1", "--watch"], "state"],
  ["explain", ["1/1"], "sentence"],
  ["audit", [], "0"],
  ["audit-head", ["default"], "queue"],
  ["lanes", [], "items"],
  ["lanes", ["list", "--pool", "default"], "items"],
  ["lanes", ["set", "--tenant", "ann", "--weight", "2", "--rate", "5"], "lane"],
  ["lanes", ["set", "--named-limit", "gpu", "--max-in-flight", "4"], "lane"],
  ["lanes", ["limits"], "items"],
  ["locks", [], "items"],
  ["locks", ["show", "lock:a"], "holder"],
  ["locks", ["history", "lock:a"], "items"],
  ["locks", ["statistics"], "operations"],
  ["locks", ["wait", "lock:b"], "isFree"],
  ["locks", ["extend", "lock:a", "--ttl-ms", "3600000", "--reason", "it needs longer"], "expiresAt"],
  ["dead-letters", [], "letters"],
  ["webhooks", ["--tenant", "ann"], "items"],
  ["webhooks", ["deliveries", "--tenant", "ann"], "items"],
  ["keys", [], "items"],
  ["keys", ["create", "--name", "bob", "--roles", "operator", "--days", "1"], "key"],
  ["sign-in", ["--url", "http://127.0.0.1:1234"], "url"],
  ["audit-log", [], "entries"],
  ["backup", ["all.rota"], "rows"],
  ["restore", ["all.rota", "--schema", OTHER_SCHEMA], "rows"],
  ["doctor", [], "findings"],
  ["bench", ["--chunks", "200"], "settledPerSecond"],
  ["config", [], "0"],
  ["completion", ["fish"], "script"],
];

/** Commands that run until they are stopped. */
const RUNNING: readonly (readonly [command: string, words: readonly string[]])[] = [
  ["start", []],
  ["serve", ["--no-work"]],
  ["work", ["--tasks", "tasks.mjs"]],
  ["relay", ["--webhooks"]],
];

/** Commands tested elsewhere, with a service, or only started by another command. */
const ELSEWHERE = ["dispatch", "work-process"];

test("every command is in one of these tables", () => {
  const tested = new Set([...ANSWERS, ...RUNNING].map(([command]) => command));

  expect([...tested, ...ELSEWHERE].sort()).toEqual(
    allCommands()
      .map(({ name }) => name)
      .sort(),
  );
});

describe("with --json, standard output contains JSON only", () => {
  test.each(ANSWERS)("rota %s %j", async (command, words, field) => {
    const { out, err, exitCode } = await rota(command, ...words, "--json");

    const isNo = words.includes("--watch"); // the task failed
    expect({ exitCode, err }).toEqual({ exitCode: isNo ? 1 : 0, err: "" });
    const answer: unknown = JSON.parse(out);
    expect(answer).toHaveProperty([field]);
  });

  test.each(RUNNING)("rota %s %j, until it is stopped", async (command, words) => {
    const running = startRota(folder.path, [command, ...words, "--json"], { ...env, ...folder.schema.env });
    await running.printed("ready");
    running.process.kill("SIGTERM");
    const { out, exitCode } = await running.finished;

    expect(JSON.parse(out)).toMatchObject({ state: "ready" });
    expect(exitCode).toBe(0);
  });
});

/** Refused words with the exit code and a part of the message. */
const REFUSALS: readonly (readonly [words: readonly string[], exitCode: number, text: string])[] = [
  [["serve", "--tasks", "nowhere.mjs"], 2, "TASKS_MODULE_INVALID"],
  [["serve", "--server-port", "many"], 2, "serverPort"],
  [["start", "--data-dir", ""], 2, "dataDir"],
  [["work", "--tasks", "tasks.mjs", "--processes", "0"], 2, "--processes 0"],
  [["dispatch", "--queues", "a"], 2, "--rabbitmq-url"],
  [["relay"], 2, "nobody to hand events to"],
  [["submit", "demo.print"], 2, "--tasks"],
  [["submit", "demo.print", "--tasks", "tasks.mjs", "--input", "{"], 2, "no json"],
  [["submit", "demo.print", "--tasks", "tasks.mjs", "--input-file", "nowhere.json"], 5, "FILE_UNUSABLE"],
  [["submit", "demo.other", "--tasks", "tasks.mjs"], 3, "TASK_TYPE_UNKNOWN"],
  [["submit", "demo.print", "--tasks", "tasks.mjs", "--priority", "high"], 2, "--priority high"],
  [["tasks", "--state", "DONE"], 2, "--state DONE"],
  [["tasks", "--limit", "0"], 2, "limit"],
  [["tasks", "--after", "here"], 2, "after"],
  [["task", "999"], 3, "TASK_NOT_FOUND"],
  [["task", "1", "cancel"], 4, "TASK_FINISHED"],
  [["task", "1", "cancel", "--watch"], 2, "--watch"],
  [["task", "1", "--reason", "why"], 2, "--reason"],
  [["explain", "one"], 2, "names no chunk"],
  [["audit", "--head", "nowhere"], 5, "FILE_UNUSABLE"],
  [["audit-head", "nowhere"], 3, "QUEUE_NOT_FOUND"],
  [["lanes", "list", "--queue", "default"], 2, "--queue"],
  [["lanes", "set", "--queue", "default"], 2, "no setting was given"],
  [["lanes", "set", "--tenant", "ann", "--rate", "fast"], 2, "--rate fast"],
  [["lanes", "set", "--task", "1", "--queue", "default", "--pause"], 2, "--task"],
  [["lanes", "set", "--named-limit", "gpu", "--tenant", "ann", "--pause"], 2, "--named-limit"],
  [["lanes", "--weight", "2"], 2, "--weight does not go with rota lanes pools"],
  [["locks", "show"], 2, "write rota locks show <key>"],
  [["locks", "show", "lock:none"], 3, "LOCK_NOT_FOUND"],
  [["locks", "override", "lock:a"], 2, "--reason"],
  [["locks", "extend", "lock:a", "--reason", "why"], 2, "--ttl-ms"],
  [["locks", "extend", "lock:none", "--ttl-ms", "60000", "--reason", "why"], 3, "LOCK_NOT_FOUND"],
  [["locks", "wait", "lock:a", "--wait-ms", "1"], 4, "LOCK_HELD"],
  [["dead-letters", "show", "letter"], 2, "DEAD_LETTER_INVALID"],
  [["webhooks"], 2, "--tenant"],
  [["webhooks", "create", "--tenant", "ann"], 2, "--url"],
  [["webhooks", "create", "--tenant", "ann", "--url", "http://127.0.0.1/"], 2, "WEBHOOK"],
  [["webhooks", "show", "one", "--tenant", "ann"], 3, "WEBHOOK_ENDPOINT_NOT_FOUND"],
  [["keys", "create"], 2, "--name"],
  [["keys", "create", "--name", "ann", "--days", "-1"], 2, "--days -1"],
  [["keys", "revoke", "none"], 3, "KEY_NOT_FOUND"],
  [["sign-in", "--roles", ""], 2, "ACCESS_INVALID"],
  [["audit-log", "--limit", "many"], 2, "AUDIT_QUERY_INVALID"],
  [["migrate", "--lease-ms", "soon"], 2, "leaseMs"],
  [["backup", "nowhere/all.rota"], 5, "FILE_UNUSABLE"],
  [["restore", "nowhere.rota"], 5, "FILE_UNUSABLE"],
  [["doctor", "--log-level", "loud"], 2, "logLevel"],
  [["bench", "--chunks", "0"], 2, "--chunks 0"],
  [["config", "--schema", "pg_mine"], 2, "schema"],
  [["completion", "tcsh"], 2, "COMMAND_INVALID"],
];

describe("a refusal has an exit code and one message, and no answer", () => {
  test.each(REFUSALS)("rota %j", async (words, expectedCode, text) => {
    const { exitCode, out, err } = await rota(...words);

    expect({ exitCode, out }).toEqual({ exitCode: expectedCode, out: "" });
    expect(err).toMatch(/^rota: [A-Z][A-Z_]+: /);
    expect(err).toContain(text);
    expect(err.trim().split("\n")).toHaveLength(1);
  });

  test("with --json the message is JSON too", async () => {
    const { exitCode, err } = await rota("task", "999", "--json");

    const refused: unknown = JSON.parse(err);
    expect(refused).toMatchObject({ code: "TASK_NOT_FOUND", exitCode: 3 });
    expect(refused).toHaveProperty("message", "there is no task 999: it was never submitted, or was pruned");
    expect(exitCode).toBe(3);
  });
});
