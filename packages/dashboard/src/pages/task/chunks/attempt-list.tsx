/** The attempts of a chunk that did not complete it, the oldest first. */
import type { ChunkDetails } from "../../../api/wire.ts";
import { ErrorText } from "../../../components/values/error-text.tsx";
import { Time } from "../../../components/values/time.tsx";

export function AttemptList({ attempts }: { readonly attempts: ChunkDetails["attempts"] }) {
  if (attempts.length === 0) return null;
  return (
    <>
      <h3>Attempts that did not complete it</h3>
      <ol class="stack">
        {attempts.map(({ attempt, outcome, owner, error, endedAt }, index) => (
          <li key={index}>
            <b>{attempt}.</b> {OUTCOMES[outcome]} <Time at={endedAt} />
            {owner === null || owner === undefined ? null : <div class="small faint anywhere">by {owner}</div>}
            <ErrorText error={error} />
          </li>
        ))}
      </ol>
    </>
  );
}

const OUTCOMES = {
  RETRY: "failed, tried again",
  EXHAUSTED: "failed, and was the last one",
  SNOOZE: "put off by its handler",
  FAIL: "failed for good",
  RETURN: "given back unfinished",
  LOST: "its worker was lost",
} as const;
