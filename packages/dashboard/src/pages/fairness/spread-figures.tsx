/** How far apart lanes are now against how far they may be, by level. */
import type { Fairness } from "../../api/wire.ts";
import { Figures } from "../../components/layout/figures.tsx";
import { numberText } from "../../components/values/count.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";

const LEVELS = [
  { level: "tenant", name: "Spread of tenants" },
  { level: "group", name: "Spread of groups" },
  { level: "task", name: "Spread of tasks" },
] as const;

export function SpreadFigures({ fairness }: { readonly fairness: Fairness }) {
  const { spread, bound, turns } = fairness;
  return (
    <Figures
      figures={[
        ...LEVELS.map(({ level, name }) => ({
          name,
          value: numberText(spread[level]),
          note: <Within spread={spread[level]} bound={bound[level]} />,
        })),
        { name: "Turns looked at", value: numberText(turns), note: "the latest of this queue; a spread is in turns" },
      ]}
    />
  );
}

/** A level at which nobody shares has neither. */
function Within({ spread, bound }: { readonly spread: number; readonly bound: number }) {
  if (bound === 0 && spread === 0) return <>nobody shares now</>;
  const isWithin = spread <= bound;
  const text = `${isWithin ? "within" : "beyond"} its bound of ${numberText(bound)}`;
  return <StateBadge state={isWithin ? "ok" : "degraded"} text={text} />;
}
