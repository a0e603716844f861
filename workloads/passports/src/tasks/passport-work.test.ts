/** Tests of which failures of the tasks of passports are retried, and when. */
import { PermanentError, RotaError } from "@rota/engine";
import { nextRetry, SqlError } from "@rota/engine/internal";
import { expect, test } from "vitest";
import { PassportError, type PassportErrorCode } from "../errors.ts";
import { PASSPORT_WORK, permanently, readIds } from "./passport-work.ts";

const thrownBy = (error: Error) =>
  permanently(() => Promise.reject(error)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
const refusal = (code: PassportErrorCode) => new PassportError(code, "no");
const fromPostgres = (code: string) => new SqlError({ message: "no", code });

test.each<[string, RotaError | SqlError]>([
  ["a snapshot that is not sealed", refusal("SNAPSHOT_NOT_READY")],
  ["a build of a sealed snapshot", refusal("SNAPSHOT_SEALED")],
  ["rules that are not published", refusal("RULE_PKG_NOT_PUBLISHED")],
  ["an id that does not exist", refusal("NOT_FOUND")],
  ["a wrong status", refusal("INVALID_STATE")],
  ["a signing key that is missing", refusal("SIGNING_KEY_MISSING")],
  ["a computation that takes too long", new RotaError("COMPUTE_TIMED_OUT", "no")],
  ["a value that the database cannot hold", fromPostgres("22021")],
  ["a constraint that is violated", fromPostgres("23514")],
])("%s is not retried, and its code is kept", async (_, error) => {
  const thrown = await thrownBy(error);

  expect(thrown).toBeInstanceOf(PermanentError);
  expect(thrown).toMatchObject({ code: error instanceof RotaError ? error.code : error.sqlState });
});

test.each<[string, Error]>([
  ["a database that is unavailable", new RotaError("DATABASE_UNAVAILABLE", "no")],
  ["a conflict of two events of one chain", refusal("EVENT_VERSION_CONFLICT")],
  ["a deadlock", fromPostgres("40P01")],
  ["a lock that is not available", fromPostgres("55P03")],
  ["a server that shuts down", fromPostgres("57P01")],
  ["anything unknown", new Error("no")],
])("%s is rethrown, to be retried", async (_, error) => {
  expect(await thrownBy(error)).toBe(error);
});

test("a task runs up to five times, with 2, 4, 8 and 16 seconds between the runs", () => {
  const waits = [1, 2, 3, 4, 5].map((attempt) => nextRetry(PASSPORT_WORK.retry, attempt));

  expect(waits).toEqual([...[2_000, 4_000, 8_000, 16_000].map((delayMs) => ({ delayMs })), "exhausted"]);
});

test.each([undefined, null, "x", {}, { aId: 1 }, { aId: "x" }, { aId: "3F2504E0-4F89-41D3-9A0C-0305E82C3301" }])(
  "an input without its id is refused: %j",
  (given) => {
    expect(() => readIds(["aId"])(given)).toThrow("it must hold aId");
  },
);
