/** What each lane got of the latest turns against what was its due, and who waits. */
import type { Fairness, LaneShare } from "../../api/wire.ts";
import { ShareBar } from "../../components/charts/share-bar.tsx";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Table, type Column } from "../../components/lists/table.tsx";
import { numberText } from "../../components/values/count.tsx";
import { laneColours } from "./timeline/lane-colours.ts";
import type { Level } from "./level.ts";
import { laneName } from "./timeline/timeline-rows.ts";
import { WhyWaiting } from "./waiting/why-waiting.tsx";

type SharesCardProps = { readonly queue: string; readonly fairness: Fairness; readonly level: Level };

export function SharesCard({ queue, fairness, level }: SharesCardProps) {
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
          columns={columnsOf(queue, laneColours(lanes.map(laneName)))}
          rows={lanes}
          keyOf={({ laneId }) => laneId}
        />
      )}
    </Card>
  );
}

function columnsOf(queue: string, colours: ReadonlyMap<string, string>): readonly Column<LaneShare>[] {
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
    { name: "", cell: (lane) => <WhyWaiting queue={queue} lane={lane} /> },
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
