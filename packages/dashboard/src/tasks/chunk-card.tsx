/** Shows one chunk: its state, why it waits, its attempts, payload and result. */
import { answerOf } from "@rota/client";
import { useEffect, useRef } from "preact/hooks";
import type { ChunkDetails } from "../api/api-types.ts";
import { client } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { Card, Facts } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { Duration, Time } from "../components/time.tsx";
import { ErrorText, JsonView } from "../components/values.tsx";

type ChunkCardProps = { readonly taskId: string; readonly number: number };

const FRESH = { on: ["task", "dispatch"], everyMs: 3_000 } as const;

export function ChunkCard({ taskId, number }: ChunkCardProps) {
  const load = (signal: AbortSignal) =>
    answerOf(client.GET("/v1/tasks/{taskId}/chunks/{number}", { params: { path: { taskId, number } }, signal }));
  const chunk = useResource(`chunk ${taskId} ${String(number)}`, load, FRESH);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scrolls to the card, which is otherwise hidden below a long grid.
    if (matchMedia("(max-width: 64rem)").matches) place.current?.scrollIntoView({ block: "start" });
  }, [number]);
  return (
    <div ref={place}>
      <Card title={`Chunk ${String(number)}`}>
        <Shown of={chunk}>{(value) => <Details chunk={value} />}</Shown>
      </Card>
    </div>
  );
}

function Details({ chunk }: { readonly chunk: ChunkDetails }) {
  const { taskId, number, state, startedAt, finishedAt, reported } = chunk;
  return (
    <div class="stack">
      <Explanation taskId={taskId} number={number} state={state} />
      <Facts
        facts={{
          State: <StateBadge state={state} />,
          Attempt: chunk.attempt === 0 ? "not yet" : String(chunk.attempt),
          Turn: chunk.turn,
          Due: chunk.dueAt ? <Time at={chunk.dueAt} /> : undefined,
          Started: startedAt ? <Time at={startedAt} /> : undefined,
          Ended: finishedAt ? <Time at={finishedAt} /> : undefined,
          Took: startedAt && finishedAt ? <Duration from={startedAt} to={finishedAt} /> : undefined,
          Worker: chunk.owner,
          "Leased until": chunk.leaseUntil ? <Time at={chunk.leaseUntil} /> : undefined,
          Reports: reported
            ? `${String(reported.done)} of ${String(reported.total)} ${reported.note ?? ""}`
            : undefined,
          Error: chunk.lastError ? <ErrorText error={chunk.lastError} /> : undefined,
        }}
      />
      <AttemptList attempts={chunk.attempts} />
      <h3>Payload</h3>
      <JsonView value={chunk.payload} label="Payload" />
      {chunk.result === null || chunk.result === undefined ? null : (
        <>
          <h3>Result</h3>
          <JsonView value={chunk.result} label="Result" />
        </>
      )}
    </div>
  );
}

type ExplanationProps = { readonly taskId: string; readonly number: number; readonly state: string };

function Explanation({ taskId, number, state }: ExplanationProps) {
  const isWaiting = state === "PENDING" || state === "SCHEDULED" || state === "QUEUED";
  return isWaiting ? <Sentence taskId={taskId} number={number} /> : null;
}

function Sentence({ taskId, number }: { readonly taskId: string; readonly number: number }) {
  const load = (signal: AbortSignal) =>
    answerOf(
      client.GET("/v1/tasks/{taskId}/chunks/{number}/explanation", { params: { path: { taskId, number } }, signal }),
    );
  const explanation = useResource(`why ${taskId} ${String(number)}`, load, {
    on: ["dispatch", "lane"],
    everyMs: 5_000,
  });
  return (
    <div class="notice" data-tone="waiting">
      <h3>Why it waits</h3>
      <Shown of={explanation}>{({ sentence }) => <p>{sentence}</p>}</Shown>
    </div>
  );
}

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
