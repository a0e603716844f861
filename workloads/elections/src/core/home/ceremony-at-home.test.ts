import { expect, test } from "vitest";
import { holdCeremony, toyGroup } from "../../../test/toy-election.ts";
import { isPointOf } from "../guardians/key-ceremony.ts";
import { pointFor } from "./ceremony-at-home.ts";

test("the point that answers a challenge fits the sender's published keys, for that receiver only", () => {
  const [sender] = holdCeremony({ count: 3, quorum: 2 }).guardians;
  if (sender === undefined) throw new Error("a ceremony without guardians");

  const point = pointFor(toyGroup, sender, 2);

  expect(isPointOf(toyGroup, { point, sender: sender.public, sequence: 2 })).toBe(true);
  expect(isPointOf(toyGroup, { point, sender: sender.public, sequence: 3 })).toBe(false);
});
