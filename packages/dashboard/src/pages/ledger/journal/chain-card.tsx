/** Where the chain of the journal stands, and a button that computes all of it again. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { ActButton } from "../../../components/forms/act-button.tsx";
import { Card } from "../../../components/layout/card.tsx";
import { Facts } from "../../../components/layout/facts.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { numberText } from "../../../components/values/count.tsx";
import { useBooks } from "../shared/books.tsx";

type Found = {
  readonly entries: number;
  readonly lines: number;
  readonly differences: readonly { readonly detail: string }[];
};

export function ChainCard() {
  const { query, mayLead } = useBooks();
  const [found, setFound] = useState<Found>();
  const head = useResource(
    `chain ${JSON.stringify(query)}`,
    (signal) => answerOf(client.GET("/v1/admin/chain/head", { params: { query }, signal })),
    { everyMs: 10_000 },
  );
  const verify = async () => setFound(await answerOf(client.GET("/v1/admin/chain/verify", { params: { query } })));
  return (
    <Card title="Chain" note="each entry has the hash of the one before it">
      <div class="stack">
        <Shown of={head}>
          {({ ledger, chainSeq, hash }) => (
            <Facts
              facts={{
                Ledger: ledger,
                Entries: numberText(chainSeq),
                "Last hash": hash === null ? undefined : <code class="anywhere">{hash}</code>,
              }}
            />
          )}
        </Shown>
        {mayLead ? (
          <div class="row">
            <ActButton act={verify}>Verify the books</ActButton>
          </div>
        ) : null}
        {found === undefined ? null : <Verified found={found} />}
      </div>
    </Card>
  );
}

function Verified({ found: { entries, lines, differences } }: { readonly found: Found }) {
  const counted = `${numberText(entries)} ${entries === 1 ? "entry" : "entries"}, ${numberText(lines)} lines`;
  const looked = `${counted} were computed again`;
  if (differences.length === 0)
    return (
      <p class="notice" data-tone="good" role="status">
        All is as it was posted: {looked}.
      </p>
    );
  return (
    <div class="notice" data-tone="bad" role="status">
      <h3>The books are not in order</h3>
      <p>{looked}.</p>
      <ul>
        {differences.map(({ detail }) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
    </div>
  );
}
