/** Tests `rota elections verify` as a process, with a helper process for each core. */
import { expect, onTestFinished, test } from "vitest";
import { describeWithTestData } from "../../../../tools/test-data.ts";
import { compiledWorkloads, makeFolder, runRota } from "../../../../tools/testing/rota-command.ts";

describeWithTestData("elections/eg-v0.95/minimal/election_record", (record) => {
  test("a valid record passes every step that has something to check, as text", async () => {
    const folder = await makeFolder();
    onTestFinished(() => folder.remove());

    const shown = await runRota(folder.path, ["elections", "verify", record], compiledWorkloads(["elections"]));

    expect(shown).toMatchObject({ exitCode: 0, err: "" });
    expect(shown.out).toMatch(/^10 +compensated shares +pass +\d+ /m);
    expect(shown.out).toMatch(/^13 +challenged ballots +nothing to check$/m);
    expect(shown.out).toMatch(/^the record is valid: ElectionGuard 1, 5 ballots, /m);
  });
});
