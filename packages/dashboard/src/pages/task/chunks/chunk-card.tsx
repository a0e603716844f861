/** One chunk: where it stands and why, its attempts, its payload and its result. */
import { answerOf } from "@rota/client";
import { useEffect, useRef } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import type { ChunkDetails } from "../../../api/wire.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Facts } from "../../../components/layout/facts.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { Duration } from "../../../components/values/duration.tsx";
import { ErrorText } from "../../../components/values/error-text.tsx";
import { JsonView } from "../../../components/values/json-view.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { Time } from "../../../components/values/time.tsx";
import { AttemptList } from "./attempt-list.tsx";
import { Explanation } from "./explanation.tsx";

type ChunkCardProps = { readonly taskId: string; readonly number: number };

const FRESH = { on: ["task", "dispatch"], everyMs: 3_000 } as const;

export function ChunkCard({ taskId, number }: ChunkCardProps) {
  const load = (signal: AbortSignal) =>
    answerOf(client.GET("/v1/tasks/{taskId}/chunks/{number}", { params: { path: { taskId, number } }, signal }));
  const chunk = useResource(`chunk ${taskId} ${String(number)}`, load, FRESH);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Below a long grid it would not be seen.
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
