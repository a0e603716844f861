/** One entry: its lines, the event and the rule that made it, its place in the chain, and the button that takes it back. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Facts } from "../../../components/layout/facts.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { Time } from "../../../components/values/time.tsx";
import { useMay } from "../../../session/session.tsx";
import { useBooks } from "../shared/books.tsx";
import { LedgerPage } from "../shared/ledger-page.tsx";
import { LinesTable } from "../shared/lines-table.tsx";
import type { Entry } from "../shared/wire.ts";
import { ReverseEntry } from "./reverse-entry.tsx";

export function EntryPage() {
  const journalEntryId = useRoute().params["entryId"] ?? "";
  const { query } = useBooks();
  const mayAct = useMay("operator");
  const entry = useResource(`entry ${journalEntryId}`, (signal) =>
    answerOf(
      client.GET("/v1/journal-entries/{journalEntryId}", { params: { path: { journalEntryId }, query }, signal }),
    ),
  );
  const isReversible = entry.value !== undefined && entry.value.status !== "REVERSAL";
  return (
    <LedgerPage
      title={entry.value?.number ?? "Entry"}
      acts={mayAct && isReversible && entry.value !== undefined ? <ReverseEntry entry={entry.value} /> : undefined}
    >
      <Shown of={entry}>{(value) => <Details entry={value} />}</Shown>
    </LedgerPage>
  );
}

function Details({ entry }: { readonly entry: Entry }) {
  return (
    <>
      <Card title="Lines" note={entry.description ?? undefined} isFlush>
        <LinesTable lines={entry.lines} baseCurrency={entry.baseCurrency} />
      </Card>
      <div class="columns">
        <About entry={entry} />
        <Origin entry={entry} />
      </div>
    </>
  );
}

function About({ entry }: { readonly entry: Entry }) {
  const { link } = useBooks();
  const entryLink = (id: string | null) => (id === null ? undefined : <a href={link(`/ledger/entries/${id}`)}>{id}</a>);
  const { transactionCurrency, baseCurrency, exchangeRate } = entry;
  return (
    <Card title="About it">
      <Facts
        facts={{
          Kind: <StateBadge state={entry.status} />,
          "Effective on": entry.effectiveDate,
          "Posted on": entry.postedDate,
          "Transaction on": entry.transactionDate,
          "Fiscal year": String(entry.fiscalYear),
          Rate:
            transactionCurrency === baseCurrency
              ? undefined
              : `${exchangeRate} from ${transactionCurrency} to ${baseCurrency}`,
          Reference: entry.referenceId,
          "Takes back": entryLink(entry.reversalOfId),
          "Stands for": entryLink(entry.correctionOfId),
          "Reverses itself": entry.autoReverse ? "in the next period" : undefined,
          "Approved by": entry.approvedBy,
          Created: (
            <>
              <Time at={entry.createdAt} /> by {entry.createdBy}
            </>
          ),
        }}
      />
    </Card>
  );
}

function Origin({ entry }: { readonly entry: Entry }) {
  const { link } = useBooks();
  const { ruleId, ruleVersion } = entry;
  return (
    <Card title="Where it comes from">
      <Facts
        facts={{
          "Event id": <span class="mono">{entry.eventId}</span>,
          Source: entry.sourceSystem,
          Rule:
            ruleId === null ? undefined : (
              <>
                <a href={link(`/ledger/rules/${ruleId}`)}>version {ruleVersion}</a> made its lines
              </>
            ),
          "Place in the chain": String(entry.chainSeq),
          Hash: <code>{entry.hash}</code>,
          "Hash before": <code>{entry.previousHash}</code>,
        }}
      />
    </Card>
  );
}
