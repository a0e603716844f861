/** What the list of dead letters tells of each. */
import type { DeadLetter } from "../../api/wire.ts";
import type { Column } from "../../components/lists/table.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { Time } from "../../components/values/time.tsx";
import { letterTitle } from "./letter-title.ts";

export const LETTER_COLUMNS: readonly Column<DeadLetter>[] = [
  {
    name: "What",
    cell: (letter) => (
      <>
        <a class="name" href={`/dead-letters/${letter.id}`}>
          {letterTitle(letter)}
        </a>
        <div class="faint small">{letter.id}</div>
      </>
    ),
  },
  { name: "State", cell: ({ state }) => <StateBadge state={state} /> },
  {
    name: "Why",
    cell: ({ code, reason }) => (
      <span class="anywhere">
        {code === null ? null : <code>{code}</code>} {reason}
      </span>
    ),
  },
  { name: "Attempts", isNumber: true, cell: ({ attempts }) => String(attempts) },
  { name: "Tenant", cell: ({ tenant }) => tenant ?? "–" },
  { name: "When", cell: ({ at }) => <Time at={at} /> },
];
