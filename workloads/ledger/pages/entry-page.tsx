/** Shows one entry with its lines, origin and place in the chain, and reverses it. */
import {
  ActionForm,
  answerOf,
  Card,
  Facts,
  Field,
  given,
  Shown,
  Time,
  useAddress,
  useMay,
  useResource,
} from "@rota/dashboard";
import { client } from "./ledger-api.ts";
import { useState } from "preact/hooks";
import { LedgerPage, useBooks, withBooks } from "./books.tsx";
import type { Entry } from "./ledger-api.ts";
import { LedgerState, LinesTable } from "./lines-table.tsx";

export const EntryPage = withBooks(Entry);

function Entry() {
  const journalEntryId = useAddress().params["entryId"] ?? "";
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
      actions={mayAct && isReversible && entry.value !== undefined ? <ReverseEntry entry={entry.value} /> : undefined}
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
  const entryLink = (id: string | null) => (id === null ? undefined : <a href={link(`ledger/entries/${id}`)}>{id}</a>);
  const { transactionCurrency, baseCurrency, exchangeRate } = entry;
  return (
    <Card title="About it">
      <Facts
        facts={{
          Kind: <LedgerState state={entry.status} />,
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
                <a href={link(`ledger/rules/${ruleId}`)}>version {ruleVersion}</a> made its lines
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

function ReverseEntry({ entry }: { readonly entry: Entry }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [effectiveDate, setDate] = useState("");
  const { query, link } = useBooks();
  const { go } = useAddress();
  const { journalEntryId, number } = entry;
  const reverse = async () => {
    const body = { eventId: `reverse-${journalEntryId}`, reason, ...given({ effectiveDate }), ...query };
    const params = { path: { journalEntryId } };
    const { reversalJournalEntryId } = await answerOf(
      client.POST("/v1/journal-entries/{journalEntryId}/reverse", { params, body }),
    );
    go(link(`ledger/entries/${reversalJournalEntryId}`));
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Reverse
      </button>
      {isOpen ? (
        <ActionForm
          title={`Reverse ${number}?`}
          verb="Post the reversal"
          action={reverse}
          onDone={() => setOpen(false)}
          onClose={() => setOpen(false)}
        >
          <p>The same lines are posted on the other side. {number} itself stays.</p>
          <Field label="Reason" value={reason} onInput={setReason} isRequired />
          <Field
            label="Effective on"
            value={effectiveDate}
            onInput={setDate}
            hint="Left out: the day of the entry, or the first day after it that takes postings."
          />
        </ActionForm>
      ) : null}
    </>
  );
}
