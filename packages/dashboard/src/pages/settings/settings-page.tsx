/** The keys that open the API: who has which, and until when. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { useMay, useSession } from "../../session/session.tsx";
import { useList } from "../../api/use-list.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Facts } from "../../components/layout/facts.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Listing } from "../../components/lists/listing.tsx";
import { keyColumns } from "./key-columns.tsx";
import { NewKey } from "./new-key.tsx";

export function SettingsPage() {
  const isAdmin = useMay("admin");
  return (
    <Page title="Settings">
      <YouCard />
      {isAdmin ? <KeysCard /> : null}
    </Page>
  );
}

function YouCard() {
  const { viewer } = useSession();
  return (
    <Card title="You">
      <Facts
        facts={{
          Name: viewer?.name,
          Sees: viewer?.tenant === undefined ? "all tenants" : `the tenant ${viewer.tenant}`,
          Roles: viewer?.roles.join(", "),
        }}
      />
    </Card>
  );
}

function KeysCard() {
  const list = useList(
    "keys",
    (after, signal) => answerOf(client.GET("/v1/keys", { params: { query: given({ after }) }, signal })),
    { everyMs: 15_000 },
  );
  return (
    <Card title="Keys" note={<NewKey onDone={list.reload} />} isFlush>
      <Listing
        label="Keys"
        list={list}
        columns={keyColumns(list.reload)}
        keyOf={({ keyId }) => keyId}
        empty={<Empty title="No key yet">Programs sign their requests with a key; people sign in by a link.</Empty>}
      />
    </Card>
  );
}
