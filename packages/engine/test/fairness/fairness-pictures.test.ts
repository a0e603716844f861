/** Draws the pictures of docs/concepts/fairness.md from turns that the rule gave: `vitest run -u` on this file redraws them. */
import { expect, test } from "vitest";
import { drawCorridor, drawTurns, playLanes } from "./fairness-pictures.ts";

const PICTURES = "../../../../docs/concepts/pictures";

test("three backlogs share the turns until the shorter ones are done", async () => {
  const backlogs = [
    { name: "A", chunks: 10 },
    { name: "B", chunks: 5 },
    { name: "C", chunks: 20 },
  ];
  const order = playLanes(backlogs).map(({ name }) => name);

  expect(order.slice(0, 19).join("")).toBe("ABCABCABCABCABCACAC");
  await expect(
    drawTurns("A has 10 chunks, B has 5, C has 20, submitted together: each square is a turn", [
      { label: "first come, first served: B waits for all of A, C for both", order: inOrder(backlogs) },
      { label: "Rota: nobody waits for another's backlog", order },
    ]),
  ).toMatchFileSnapshot(`${PICTURES}/turns.svg`);
});

test("a late tenant gets turns at once, without debt or credit", async () => {
  const backlogs = [
    { name: "A", chunks: 18 },
    { name: "B", chunks: 8, after: 8 },
  ];
  const order = playLanes(backlogs).map(({ name }) => name);

  expect(order.join("")).toBe("AAAAAAAABABABABABABABABAAA");
  await expect(
    drawTurns("A floods the queue with 18 chunks; B asks for 8 after A's eighth turn", [
      { label: "first come, first served: B waits until the flood is over", order: inOrder(backlogs) },
      { label: "Rota: B has the next turn, and every second one from then on", order },
    ]),
  ).toMatchFileSnapshot(`${PICTURES}/late.svg`);
});

test("starts stay between the clock and one turn ahead of it", async () => {
  const standings = playLanes([
    { name: "A", chunks: 8 },
    { name: "B", chunks: 16, weight: 2 },
  ]);

  for (const { clock, starts } of standings)
    for (const start of starts.values()) expect(start - clock).toBeGreaterThanOrEqual(0);
  for (const { clock, starts } of standings)
    for (const start of starts.values()) expect(start - clock).toBeLessThanOrEqual(1);
  await expect(
    drawCorridor({
      title: "Where the next turns of A (weight 1) and B (weight 2) start",
      note: "virtual time, upwards, over the turns that were given",
      standings: standings.slice(0, 20),
      lanes: new Map([
        ["A", "teal: A, steps of 1"],
        ["B", "brown: B, steps of ½"],
      ]),
      ahead: 1,
    }),
  ).toMatchFileSnapshot(`${PICTURES}/corridor.svg`);
});

function inOrder(backlogs: readonly { readonly name: string; readonly chunks: number }[]): string[] {
  return backlogs.flatMap(({ name, chunks }) => Array.from({ length: chunks }, () => name));
}
