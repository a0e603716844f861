/** Tests that calls outside the limits are refused before they have an effect, and that errors name the field and the limit. */
import { describe, expect } from "vitest";
import { isRotaError } from "../../src/errors.ts";
import type { Coordinator } from "../../src/locks/locks.ts";
import type { Subject } from "./lock-store.conformance.ts";
import { ask } from "./locks.conformance.ts";

type Refusal = readonly [code: string, field: string, call: (on: Coordinator) => Promise<unknown>];

const hold = { key: "k", token: "t" };
const claim = { scope: "s", key: "k", token: "t" };
const input = { scope: "s", key: "k", inputHash: "h" };
const value = new Uint8Array([115, 51, 99, 114, 51, 116]);
const circle: Record<string, unknown> = {};
circle["self"] = circle;

const REFUSALS: readonly Refusal[] = [
  ["LOCK_INVALID", "key", (on) => ask(on, "")],
  ["LOCK_INVALID", "key", (on) => ask(on, "k".repeat(301))],
  ["LOCK_INVALID", "key", (on) => ask(on, "line\nbreak")],
  ["LOCK_INVALID", "key", (on) => ask(on, "half \ud800")],
  ["LOCK_INVALID", "holder", (on) => ask(on, "k", { holder: "" })],
  ["LOCK_INVALID", "operation", (on) => ask(on, "k", { operation: "o".repeat(201) })],
  ["LOCK_INVALID", "ttlMs", (on) => ask(on, "k", { ttlMs: 0 })],
  ["LOCK_INVALID", "ttlMs", (on) => ask(on, "k", { ttlMs: 7 * 86_400_000 + 1 })],
  ["LOCK_INVALID", "ttlMs", (on) => ask(on, "k", { ttlMs: NaN })],
  ["LOCK_INVALID", "expectedMs", (on) => ask(on, "k", { expectedMs: 0.5 })],
  ["LOCK_INVALID", "waitMs", (on) => ask(on, "k", { waitMs: -1 })],
  ["LOCK_INVALID", "waitMs", (on) => ask(on, "k", { waitMs: Infinity })],
  ["LOCK_INVALID", "context", (on) => ask(on, "k", { context: "x".repeat(16_384) })],
  ["LOCK_INVALID", "context", (on) => ask(on, "k", { context: () => 1 })],
  ["LOCK_INVALID", "context", (on) => ask(on, "k", { context: 1n })],
  ["LOCK_INVALID", "context", (on) => ask(on, "k", { context: circle })],
  ["LOCK_INVALID", "context", (on) => ask(on, "k", { context: "\0" })],
  ["LOCK_INVALID", "token", (on) => on.locks.release({ key: "k", token: "" })],
  ["LOCK_INVALID", "ttlMs", (on) => on.locks.extend(hold, { ttlMs: 0 })],
  ["LOCK_INVALID", "progress.done", (on) => on.locks.extend(hold, { progress: { done: 3, total: 2 } })],
  ["LOCK_INVALID", "progress.note", (on) => on.locks.extend(hold, { progress: { done: 1, total: 2, note: "" } })],
  ["LOCK_INVALID", "key", (on) => on.locks.attach({ key: "", token: "t" }, 1n)],
  ["LOCK_INVALID", "by", (on) => on.locks.override({ key: "k", by: "", reason: "r" })],
  ["LOCK_INVALID", "reason", (on) => on.locks.override({ key: "k", by: "b", reason: "" })],
  ["LOCK_INVALID", "key", (on) => on.locks.inspect("")],
  ["LOCK_INVALID", "key", (on) => on.locks.line("")],
  ["LOCK_INVALID", "limit", (on) => on.locks.list({ limit: 1_001 })],
  ["LOCK_INVALID", "prefix", (on) => on.locks.list({ prefix: "" })],
  ["ONCE_INVALID", "scope", (on) => on.once.begin({ ...input, scope: "" })],
  ["ONCE_INVALID", "key", (on) => on.once.begin({ ...input, key: "ü".repeat(151) })],
  ["ONCE_INVALID", "inputHash", (on) => on.once.begin({ ...input, inputHash: "" })],
  ["ONCE_INVALID", "leaseMs", (on) => on.once.begin({ ...input, leaseMs: 0 })],
  ["ONCE_INVALID", "keepMs", (on) => on.once.begin({ ...input, keepMs: 31 * 86_400_000 })],
  ["ONCE_INVALID", "leaseMs", (on) => on.once.extend(claim, -1)],
  ["ONCE_INVALID", "answer", (on) => on.once.finish(claim, "x".repeat(262_143))],
  ["ONCE_INVALID", "answer", (on) => on.once.finish(claim, Symbol("no json"))],
  ["ONCE_INVALID", "token", (on) => on.once.abandon({ ...claim, token: "" })],
  ["SECRET_INVALID", "key", (on) => on.secrets.put({ key: "", value })],
  ["SECRET_INVALID", "ttlMs", (on) => on.secrets.put({ key: "k", value, ttlMs: 0 })],
  ["SECRET_INVALID", "value", (on) => on.secrets.put({ key: "k", value: new Uint8Array(65_537) })],
  ["SECRET_INVALID", "key", (on) => on.secrets.read("")],
  ["SECRET_INVALID", "key", (on) => on.secrets.take("")],
  ["SECRET_INVALID", "key", (on) => on.secrets.drop("")],
];

export function refusalTests({ test, coordinator, another }: Subject): void {
  describe("refusals", () => {
    test("calls outside the limits are refused by code and field", async () => {
      for (const [code, field, call] of REFUSALS) {
        const error: unknown = await call(coordinator()).catch((thrown: unknown) => thrown);
        const refused = isRotaError(error) ? [error.code, error.details["field"]] : error;
        expect(refused, `${code} of ${field}`).toEqual([code, field]);
      }
    });

    test("without a secrets key, secrets are refused and locks work", async () => {
      const { secrets, locks } = another({ secretsKey: undefined });
      for (const call of [secrets.put({ key: "k", value }), secrets.read("k"), secrets.take("k"), secrets.drop("k")])
        await expect(call).rejects.toMatchObject({ code: "SECRETS_NOT_CONFIGURED" });
      expect(await locks.inspect("k")).toBeUndefined();
    });

    test("a secrets key that is too short and a time to live of an operation outside its limits are refused", async () => {
      expect(() => another({ secretsKey: new Uint8Array(31) })).toThrow("secretsKey has 31 bytes");
      expect(() => another({ lockTtlMs: { TALLY: 0 } })).toThrow("lockTtlMs.TALLY (0)");
    });
  });
}
