import { expect, test } from "vitest";
import type { Dispatch, LaneShare } from "../api/api-types.ts";
import { timelineOf } from "./timeline-rows.ts";

const lane = (fields: Partial<LaneShare>): LaneShare => ({
  laneId: "1",
  parentId: null,
  level: "tenant",
  name: "acme",
  tenant: "acme",
  group: null,
  priority: null,
  weight: 1,
  isLimited: false,
  turns: 0,
  share: 0,
  entitlement: 0,
  ...fields,
});

const turn = (number: number, tenant: string): Dispatch => ({
  pool: "default",
  queue: "default",
  turn: String(number),
  at: "2026-03-01T12:00:00.000Z",
  laneId: "7",
  tenant,
  group: "g",
  priority: 2,
  type: "demo.task",
  taskId: "3",
  taskKey: null,
  number,
});

test("each turn is in the row of its tenant, and a tenant without turns has an empty row", () => {
  const lanes = [lane({ tenant: "bern", name: "bern" }), lane({ tenant: "cedar", name: "cedar" })];

  const { first, last, rows } = timelineOf([turn(12, "bern"), turn(11, "acme"), turn(10, "bern")], lanes, "tenant");

  expect([first, last]).toEqual([10, 12]);
  expect(rows.map(({ name, turns }) => [name, turns.length])).toEqual([
    ["acme", 1],
    ["bern", 2],
    ["cedar", 0],
  ]);
});

test("lanes with the same name in two tenants have separate rows and colours", () => {
  const lanes = ["acme", "bern"].map((tenant) => lane({ tenant, group: "g", name: "g", level: "group" }));

  const { rows } = timelineOf([turn(1, "acme"), turn(2, "bern")], lanes, "group");

  expect(rows.map(({ name }) => name)).toEqual(["acme / g", "bern / g"]);
  expect(new Set(rows.map(({ colour }) => colour)).size).toBe(2);
});
