/** Tests of the report of a verification. */
import { expect, test } from "vitest";
import { collectFindings } from "./report.ts";

test("steps come in their order, and one failure among many makes the whole invalid", () => {
  const { note, report } = collectFindings(["hashes", "signature", "chain"]);

  note("signature", "receipt 1", undefined);
  note("signature", "receipt 2", "it is wrong");
  note("hashes", "file", undefined);

  expect(report()).toEqual({
    verdict: "invalid",
    steps: [
      { step: 1, name: "hashes", verdict: "pass", checked: 1, failed: 0, failures: [] },
      {
        step: 2,
        name: "signature",
        verdict: "fail",
        checked: 2,
        failed: 1,
        failures: [{ where: "receipt 2", why: "it is wrong" }],
      },
      { step: 3, name: "chain", verdict: "none", checked: 0, failed: 0, failures: [] },
    ],
  });
});

test("of many failures the first are kept and all are counted, and progress is reported for each item", () => {
  const seen: number[] = [];
  const { note, report } = collectFindings(["hashes"], ({ checked }) => seen.push(checked));

  for (let nth = 0; nth < 1_000; nth++) note("hashes", `file ${String(nth)}`, "it is wrong");

  const [step] = report().steps;
  expect([step?.failed, step?.failures.length, step?.failures[0]?.where]).toEqual([1_000, 20, "file 0"]);
  expect(seen.at(-1)).toBe(1_000);
});
