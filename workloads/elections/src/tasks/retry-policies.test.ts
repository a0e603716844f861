/** Tests the waits of the retry policies, which the replaced server had. */
import type { RetryPolicy } from "@rota/engine";
import { nextRetry } from "@rota/engine/internal";
import { expect, test } from "vitest";
import { COMPENSATED_DECRYPTION_RETRY, ELECTIONS_RETRY } from "./retry-policies.ts";

test.each<[string, RetryPolicy, readonly number[]]>([
  ["a chunk waits 5, 10 and 20 seconds, so there are four runs", ELECTIONS_RETRY, [5, 10, 20]],
  ["a compensated decryption waits 2, 4, 5, 10 and 20 seconds", COMPENSATED_DECRYPTION_RETRY, [2, 4, 5, 10, 20]],
])("%s", (_, policy, seconds) => {
  const waits = [...seconds, 0].map((_wait, index) => nextRetry(policy, index + 1));

  expect(waits).toEqual([...seconds.map((wait) => ({ delayMs: wait * 1_000 })), "exhausted"]);
});
