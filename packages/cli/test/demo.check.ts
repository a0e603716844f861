/** Tests the demo of npm start as a user sees it: killed in the middle it resumes, and everything in it is verified. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { compiledWorkloads } from "../../../tools/testing/rota-command.ts";
import { makeFolder, startRota, type RunningRota } from "./run-rota.ts";

const SMALL = ["serve", "--workload-demos", "--demo-size", "12", "--server-port", "0"];
/** The same with the names of version 0.1.0. */
const FORMER = ["serve", "--scene", "--scene-ballots", "12", "--server-port", "0"];
const LONG_MS = 600_000;

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

function start(words: readonly string[]): RunningRota {
  const rota = startRota(folder.path, words, compiledWorkloads());
  onTestFinished(() => void rota.process.kill("SIGKILL"));
  return rota;
}

test(
  "a demo that is killed in the middle of an election resumes, and ends with everything verified",
  async () => {
    const killed = start(FORMER);
    await killed.printed("voting: 3 of 12 ballots");
    killed.process.kill("SIGKILL");
    await killed.finished;

    const rota = start(SMALL);
    await rota.printed("all of it is verified");
    rota.process.kill("SIGINT");
    const { exitCode, out } = await rota.finished;

    expect(out).not.toContain("key ceremony");
    expect(out).toMatch(/election +record verified: 12 ballots, 15 steps; Ann \d+, Bob \d+, Cleo \d+, Dan \d+\n/);
    expect(out).toMatch(/passports +passport verified: \d+ steps; 1 passport delivered with a right signature/);
    expect(out).toMatch(/ledger +chain verified: 12 entries/);
    expect(out).toMatch(/audit +audit replayed: \d+ turns of \d+ pools?, all as the rule says\n/);
    expect(exitCode).toBe(0);
  },
  LONG_MS,
);

test(
  "--empty starts neither the demo nor its traffic",
  async () => {
    const rota = start(["serve", "--demo", "--workload-demos", "--empty", "--server-port", "0"]);
    await rota.printed("ready");
    rota.process.kill("SIGINT");
    const { exitCode, out } = await rota.finished;

    expect(exitCode).toBe(0);
    expect(out).not.toMatch(/demo|traffic|election {3}/);
  },
  LONG_MS,
);

test.runIf(process.env["ROTA_LONG"] === "1")(
  "a second process on the same data folder reports the running demo, and continues it when the first has exited",
  async () => {
    const first = start(SMALL);
    await first.printed("all of it is verified");
    const second = start(SMALL);
    await second.printed("plays it in the same database: it is waited for");

    first.process.kill("SIGINT");
    await first.finished;
    await second.printed("all of it is verified");
    second.process.kill("SIGINT");

    expect((await second.finished).exitCode).toBe(0);
  },
  LONG_MS,
);
