/** Compares the share of each lane with its entitlement, and explains why a lane waits. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import type { Fairness, LaneShare } from "../api/api-types.ts";
import { client, given } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { Dialog } from "../components/dialog.tsx";
import { Card, Empty } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { type Column, Table } from "../components/table.tsx";
import { numberText } from "../components/values.tsx";
import { firstWaiting } from "../tasks/grid-cells.ts";
import { laneColours, laneName, type Level } from "./timeline-rows.ts";

type SharesCardProps = { readonly pool: string; readonly fairness: Fairness; readonly level: Level };

export function SharesCard({ pool, fairness, level }: SharesCardProps) {
  const lanes = fairness.lanes.filter((lane) => lane.level === level);
  return (
    <Card
      title="Shares against entitlement"
      note={fairness.isWhole ? "the mark shows what was due" : "the mark shows what was due; there are more lanes"}
      isFlush
    >
      {lanes.length === 0 ? (
        <Empty title="No lane had a turn or work">Shares appear with the first turns.</Empty>
      ) : (
        <Table
          label="Shares"
          columns={columnsOf(pool, laneColours(lanes.map(laneName)))}
          rows={lanes}
          keyOf={({ laneId }) => laneId}
        />
      )}
    </Card>
  );
}

function columnsOf(pool: string, colours: ReadonlyMap<string, string>): readonly Column<LaneShare>[] {
  return [
    { name: "Lane", cell: (lane) => <LaneName lane={lane} /> },
    { name: "Weight", isNumber: true, cell: ({ weight }) => numberText(weight) },
    { name: "Turns", isNumber: true, cell: ({ turns }) => numberText(turns) },
    { name: "Got", isNumber: true, cell: ({ share }) => percent(share) },
    { name: "Due", isNumber: true, cell: ({ entitlement }) => percent(entitlement) },
    {
      name: "Share",
      cell: ({ share, entitlement, ...lane }) => (
        <ShareBar
          share={share}
          due={entitlement}
          colour={colours.get(laneName({ share, entitlement, ...lane })) ?? ""}
          label={`${lane.name} got ${percent(share)}, ${percent(entitlement)} was due`}
        />
      ),
    },
    { name: "", cell: (lane) => <WhyWaiting pool={pool} lane={lane} /> },
  ];
}

function LaneName({ lane: { name, tenant, group, level, isLimited } }: { readonly lane: LaneShare }) {
  return (
    <>
      <span class="name">{name}</span>
      {level === "tenant" ? null : (
        <div class="faint small">{level === "task" ? `${tenant} / ${group ?? ""}` : tenant}</div>
      )}
      {isLimited ? <div class="faint small">has a limit</div> : null}
    </>
  );
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

type ShareBarProps = {
  /** Share of the turns, from 0 to 1. */
  readonly share: number;
  readonly due: number;
  readonly colour: string;
  readonly label: string;
};

function ShareBar({ share, due, colour, label }: ShareBarProps) {
  return (
    <span class="share" role="img" aria-label={label} title={label}>
      <span class="share-bar" style={{ width: cssPercent(share), background: colour }} />
      <span class="share-due" style={{ left: cssPercent(due) }} />
    </span>
  );
}

function cssPercent(part: number): string {
  return `${(Math.min(1, Math.max(0, part)) * 100).toFixed(2)}%`;
}

type WhyWaitingProps = { readonly pool: string; readonly lane: LaneShare };

function WhyWaiting({ pool, lane }: WhyWaitingProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" data-kind="link" onClick={() => setOpen(true)}>
        Why waiting?<span class="visually-hidden"> {lane.name}</span>
      </button>
      {isOpen ? (
        <Dialog title={`Why ${lane.name} waits`} onClose={() => setOpen(false)}>
          <Answer pool={pool} lane={lane} />
          <div class="dialog-actions">
            <button type="button" onClick={() => setOpen(false)}>
              Close
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

function Answer({ pool, lane }: WhyWaitingProps) {
  const explanation = useResource(`waiting ${pool} ${lane.laneId}`, () => explain(pool, lane), { everyMs: 3_000 });
  return (
    <Shown of={explanation}>
      {({ found }) =>
        found === undefined ? (
          <p>Nothing of it waits: all its chunks run, are over, or are put off until later.</p>
        ) : (
          <div class="stack" role="status">
            <p>
              <a href={`tasks/${found.taskId}?chunk=${String(found.number)}`}>
                Chunk {found.number} of task {found.taskId}
              </a>
            </p>
            <p>
              <b>{found.sentence}</b>
            </p>
          </div>
        )
      }
    </Shown>
  );
}

async function explain(pool: string, lane: LaneShare) {
  const waiting = await findWaiting(pool, lane);
  if (waiting === undefined) return { found: undefined };
  const path = { taskId: waiting.taskId, number: waiting.number };
  const { sentence } = await answerOf(
    client.GET("/v1/tasks/{taskId}/chunks/{number}/explanation", { params: { path } }),
  );
  return { found: { ...path, sentence } };
}

type Waiting = { readonly taskId: string; readonly number: number };

async function findWaiting(pool: string, lane: LaneShare): Promise<Waiting | undefined> {
  const { tenant, group } = lane;
  const query = { tenant, state: "ACTIVE", ...given({ group: group ?? undefined }) } as const;
  const { items } = await answerOf(client.GET("/v1/tasks", { params: { query } }));
  const task = items.find(({ chunks, ...each }) => chunks.PENDING.count > 0 && each.pool === pool && isOf(lane, each));
  if (task === undefined) return undefined;
  const { taskId } = task;
  const grid = await answerOf(client.GET("/v1/tasks/{taskId}/grid", { params: { path: { taskId } } }));
  const number = firstWaiting(grid);
  return number === undefined ? undefined : { taskId, number };
}

/** Reports whether the task belongs to the lane. A leaf is named after its task, or after the type of its jobs. */
function isOf(lane: LaneShare, task: { taskId: string; taskKey: string | null; type: string }): boolean {
  return (
    lane.level !== "task" ||
    [task.taskId, task.taskKey, task.type].includes(lane.name) ||
    lane.name.includes(task.taskId)
  );
}
