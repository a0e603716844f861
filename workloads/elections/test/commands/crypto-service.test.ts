/** Tests `rota elections crypto-service` as callers of the replaced system's crypto endpoints use it. */
import { expect, onTestFinished, test } from "vitest";
import { compiledWorkloads, makeFolder, runHereWith, startRota } from "../../../../tools/testing/rota-command.ts";

const runHere = runHereWith("elections");

test("it computes for callers with its key until it is stopped", async () => {
  const folder = await makeFolder();
  onTestFinished(() => folder.remove());
  const words = ["elections", "crypto-service", "--port", "0", "--group", "toy-256", "--json"];
  const rota = startRota(folder.path, words, {
    ...compiledWorkloads(["elections"]),
    ELECTIONGUARD_INTERNAL_KEY: "between us",
  });
  await rota.printed("ready");
  const url = /"url":"([^"]+)"/.exec(rota.output())?.[1] ?? "";
  const ask = (key: string) =>
    fetch(`${url}/verify_guardian_key`, {
      method: "POST",
      headers: { "x-electionguard-internal-key": key },
      body: JSON.stringify({ private_key: "0", stored_public_key: "1" }),
    });

  const [right, wrong] = [await ask("between us"), await ask("guessed")];
  const answer: unknown = await right.json();
  rota.process.kill("SIGINT");
  const { exitCode, out, err } = await rota.finished;

  expect(answer).toEqual({ status: "success", match: true });
  expect(wrong.status).toBe(401);
  expect(exitCode).toBe(0);
  expect(out + err).not.toContain("between us");
});

test("it does not listen for other machines without a key", async () => {
  const { exitCode, err } = await runHere(["elections", "crypto-service", "--host", "0.0.0.0", "--port", "0"]);

  expect(exitCode).toBe(2);
  expect(err).toContain("ELECTIONGUARD_INTERNAL_KEY");
});
