/** How far tally and combining are: chunks, who started each and when. */
import { Card } from "../../../../components/layout/card.tsx";
import { Table, type Column } from "../../../../components/lists/table.tsx";
import { Time } from "../../../../components/values/time.tsx";
import type { PhaseStatus } from "../../shared/wire.ts";
import type { LedElection } from "./led-election.ts";

type Phase = { readonly name: string; readonly status: PhaseStatus };

const COLUMNS: readonly Column<Phase>[] = [
  { name: "Phase", cell: ({ name }) => name },
  { name: "State", cell: ({ status: { status } }) => status.replaceAll("_", " ") },
  {
    name: "Chunks",
    cell: ({ name, status: { processedChunks, totalChunks, failedChunks } }) => (
      <div class="job-progress">
        <progress
          aria-label={`Chunks of the ${name.toLowerCase()}`}
          value={processedChunks}
          max={Math.max(1, totalChunks)}
        />
        <span>
          {processedChunks} of {totalChunks}
          {failedChunks === 0 ? "" : `, ${String(failedChunks)} failed`}
        </span>
      </div>
    ),
  },
  {
    name: "Started by",
    cell: ({ status: { createdBy, isLocked, lockHeldBy, lockStartTime } }) => (
      <>
        {createdBy ?? "–"}
        {isLocked ? (
          <div class="small">
            already in progress, started by {lockHeldBy} <Time at={lockStartTime} />
          </div>
        ) : null}
      </>
    ),
  },
  { name: "Message", cell: ({ status: { errorMessage } }) => <span class="anywhere">{errorMessage ?? "–"}</span> },
];

export function PhasesCard({ led: { tally, combine } }: { readonly led: LedElection }) {
  const phases = [
    { name: "Tally", status: tally },
    { name: "Combination", status: combine },
  ].flatMap(({ name, status }) => (status === undefined ? [] : [{ name, status }]));
  if (phases.length === 0) return null;
  return (
    <Card title="Phases" isFlush>
      <Table label="Phases" columns={COLUMNS} rows={phases} keyOf={({ name }) => name} />
    </Card>
  );
}
