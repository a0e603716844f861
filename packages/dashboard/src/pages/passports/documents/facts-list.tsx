/** The facts that a version of a document says. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import { given } from "../../../api/given.ts";
import { useList } from "../../../api/use-list.ts";
import { Empty } from "../../../components/layout/empty.tsx";
import { Listing } from "../../../components/lists/listing.tsx";
import type { Column } from "../../../components/lists/table.tsx";
import { pageOf, type Fact } from "../shared/wire.ts";

const COLUMNS: readonly Column<Fact>[] = [
  { name: "Type", cell: ({ fact_type }) => fact_type },
  { name: "Key", cell: ({ fact_key }) => <code class="anywhere">{fact_key}</code> },
  { name: "Says", cell: ({ payload_canonical }) => <code class="anywhere">{payload_canonical}</code> },
];

export function FactsList({ documentVersionId }: { readonly documentVersionId: string }) {
  const list = useList(`facts of ${documentVersionId}`, async (cursor, signal) => {
    const query = given({ document_version_id: documentVersionId, cursor });
    return pageOf(await answerOf(client.GET("/v1/facts", { params: { query }, signal })));
  });
  return (
    <Listing
      label="Facts"
      list={list}
      columns={COLUMNS}
      keyOf={({ fact_id }) => fact_id}
      empty={<Empty title="No facts">Of this kind of document nothing is read.</Empty>}
    />
  );
}
