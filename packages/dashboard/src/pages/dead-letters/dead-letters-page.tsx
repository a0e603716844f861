/** What failed for good: chunks, events that were not accepted, events of the outbox that nobody took. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { useMay } from "../../session/session.tsx";
import { useList } from "../../api/use-list.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Filters } from "../../components/lists/filters.tsx";
import { Listing } from "../../components/lists/listing.tsx";
import { useFilters } from "../../components/lists/use-filters.ts";
import { LETTER_COLUMNS } from "./letter-columns.tsx";
import { ReplayMany } from "./replay-many.tsx";

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
    <Page title="Dead letters" acts={mayReplay ? <ReplayMany filter={filter} onDone={list.reload} /> : undefined}>
      <Card title="What failed for good" note="the newest first" isFlush>
        <Filters filters={FILTERS} />
        <Listing
          label="Dead letters"
          list={list}
          columns={LETTER_COLUMNS}
          keyOf={({ id }) => id}
          empty={
            <Empty title="Nothing has failed for good">Chunks that used up their attempts would stand here.</Empty>
          }
        />
      </Card>
    </Page>
  );
}
