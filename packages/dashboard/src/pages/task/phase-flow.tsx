/** The phases of a task in the order in which they come, and which one is under way. */
import type { TaskDetails } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { numberText } from "../../components/values/count.tsx";

type PhaseFlowProps = { readonly phases: TaskDetails["phases"]; readonly now: string };

export function PhaseFlow({ phases, now }: PhaseFlowProps) {
  return (
    <Card title="Phases">
      <ol class="flow">
        {phases.map(({ name, state, total, ended }) => (
          <li key={name} data-now={name === now} aria-current={name === now ? "step" : undefined}>
            <h3>{NAMES[name]}</h3>
            <span class="small soft">
              {state}
              {total === 0 ? "" : `, ${numberText(ended)} of ${numberText(total)}`}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const NAMES = { chunks: "Chunks", finish: "Finish", children: "Children" } as const;
