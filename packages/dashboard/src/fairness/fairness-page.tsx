/** Shows the fairness of one pool: spread against its bound, turns by lane, and shares. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import type { Fairness } from "../api/api-types.ts";
import { client } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { useFilters } from "../components/filters.tsx";
import { Empty, Figures, Page } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { numberText } from "../components/values.tsx";
import { SharesCard } from "./shares-card.tsx";
import type { Level } from "./timeline-rows.ts";
import { TurnsCard } from "./turns-card.tsx";

export function FairnessPage() {
  const { values, set } = useFilters();
  const pools = useResource("pools", () => answerOf(client.GET("/v1/queues")), { on: ["lane"], everyMs: 15_000 });
  const names = pools.value?.items.map(({ pool }) => pool) ?? [];
  const pool = values["pool"] ?? names[0];
  return (
    <Page
      title="Fairness"
      about="Every turn is a recorded decision: lanes that have work share turns by their weight."
      actions={<PoolPicker names={names} chosen={pool} onChoose={(name) => set("pool", name)} />}
    >
      <Shown of={pools}>
        {() =>
          pool === undefined ? (
            <Empty title="No pool yet">A pool appears with its first task.</Empty>
          ) : (
            <PoolFairness key={pool} pool={pool} />
          )
        }
      </Shown>
    </Page>
  );
}

type PoolPickerProps = {
  readonly names: readonly string[];
  readonly chosen: string | undefined;
  readonly onChoose: (name: string) => void;
};

function PoolPicker({ names, chosen, onChoose }: PoolPickerProps) {
  return (
    <label class="field">
      <span>Pool</span>
      <select value={chosen ?? ""} onChange={(event) => onChoose(event.currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const FRESH = { on: ["dispatch", "lane"], everyMs: 5_000 } as const;

function PoolFairness({ pool }: { readonly pool: string }) {
  const [level, setLevel] = useState<Level>("tenant");
  const load = (signal: AbortSignal) =>
    answerOf(client.GET("/v1/queues/{queue}/fairness", { params: { path: { queue: pool } }, signal }));
  const fairness = useResource(`fairness ${pool}`, load, FRESH);
  return (
    <Shown of={fairness}>
      {(value) => (
        <>
          <SpreadFigures fairness={value} />
          <TurnsCard pool={pool} fairness={value} level={level} onLevel={setLevel} />
          <SharesCard pool={pool} fairness={value} level={level} />
        </>
      )}
    </Shown>
  );
}

const LEVELS = [
  { level: "tenant", name: "Spread of tenants" },
  { level: "group", name: "Spread of groups" },
  { level: "task", name: "Spread of tasks" },
] as const;

function SpreadFigures({ fairness }: { readonly fairness: Fairness }) {
  const { spread, bound, turns } = fairness;
  return (
    <Figures
      figures={[
        ...LEVELS.map(({ level, name }) => ({
          name,
          value: numberText(spread[level]),
          note: <Within spread={spread[level]} bound={bound[level]} />,
        })),
        { name: "Turns read", value: numberText(turns), note: "the latest of this pool; a spread is in turns" },
      ]}
    />
  );
}

/** Compares the spread with its bound. Both are zero at a level without competing lanes. */
function Within({ spread, bound }: { readonly spread: number; readonly bound: number }) {
  if (bound === 0 && spread === 0) return <>no lanes share now</>;
  const isWithin = spread <= bound;
  const text = `${isWithin ? "within" : "beyond"} its bound of ${numberText(bound)}`;
  return <StateBadge state={isWithin ? "ok" : "degraded"} text={text} />;
}
