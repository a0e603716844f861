/** Lists dead letters: chunks, rejected events and parked events that failed for good. */
import { answerOf } from "@rota/client";
import type { DeadLetter } from "../api/api-types.ts";
import { client, given } from "../api/client.ts";
import { useMay } from "../api/session.tsx";
import { useList } from "../api/use-resource.ts";
import { Filters, useFilters } from "../components/filters.tsx";
import { Card, Empty, Page } from "../components/page.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { type Column, Listing } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { ReplayMany } from "./dead-letter-actions.tsx";

const STATES = ["open", "replayed", "discarded"] as const;
const KINDS = ["chunk", "event", "parked"] as const;
const FILTERS = [
  { name: "state", label: "State", choices: STATES },
  { name: "kind", label: "Kind", choices: KINDS },
  { name: "code", label: "Code" },
  { name: "type", label: "Type" },
  { name: "queue", label: "Queue" },
  { name: "tenant", label: "Tenant" },
];

export function DeadLettersPage() {
  const { values } = useFilters();
  const mayReplay = useMay("operator");
  const { code, type, queue, tenant } = values;
  const filter = given({ kind: KINDS.find((kind) => kind === values["kind"]), code, type, queue, tenant });
  const query = { ...filter, ...given({ state: STATES.find((state) => state === values["state"]) }) };
  const list = useList(
    `dead letters ${JSON.stringify(query)}`,
    (after, signal) =>
      answerOf(client.GET("/v1/dead-letters", { params: { query: { ...query, ...given({ after }) } }, signal })),
    { on: ["task"], everyMs: 10_000 },
  );
  return (
    <Page title="Dead letters" actions={mayReplay ? <ReplayMany filter={filter} onDone={list.reload} /> : undefined}>
      <Card title="What failed for good" note="the newest first" isFlush>
        <Filters filters={FILTERS} />
        <Listing
          label="Dead letters"
          list={list}
          columns={DEAD_LETTER_COLUMNS}
          keyOf={({ id }) => id}
          empty={
            <Empty title="Nothing has failed for good">Chunks that used up their attempts would stand here.</Empty>
          }
        />
      </Card>
    </Page>
  );
}

const DEAD_LETTER_COLUMNS: readonly Column<DeadLetter>[] = [
  {
    name: "What",
    cell: (deadLetter) => (
      <>
        <a class="name" href={`dead-letters/${deadLetter.id}`}>
          {deadLetterTitle(deadLetter)}
        </a>
        <div class="faint small">{deadLetter.id}</div>
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

export function deadLetterTitle(deadLetter: DeadLetter): string {
  switch (deadLetter.kind) {
    case "chunk":
      return `${deadLetter.type}, chunk ${String(deadLetter.number)}`;
    case "event":
      return `event ${deadLetter.eventId ?? "without an id"} of ${deadLetter.intake}`;
    case "parked":
      return `${deadLetter.type} for ${deadLetter.sink}`;
  }
}
