/** Lists passports, newest first. */
import { answerOf, Card, type Column, Empty, given, Listing, Page, Time, useList, useResource } from "@rota/dashboard";
import { client, pageOf, type Passport, type Product } from "./passport-api.ts";
import { PassportState } from "./passport-state.tsx";

/** Maximum number of products whose names are loaded; the others are shown by id. */
const PRODUCTS_MAX = 200;

export function PassportsPage() {
  const list = useList(
    "passports",
    async (cursor, signal) =>
      pageOf(await answerOf(client.GET("/v1/passports", { params: { query: given({ cursor }) }, signal }))),
    { on: ["task"], everyMs: 10_000 },
  );
  const products = useResource("battery products", async (signal) => {
    const params = { query: { limit: PRODUCTS_MAX } };
    return (await answerOf(client.GET("/v1/battery-products", { params, signal }))).items;
  });
  return (
    <Page
      title="Passports"
      about="Documents become facts, facts and published rules become a signed passport that anybody can check."
      actions={<Ways />}
    >
      <Card title="All passports" note="the newest first" isFlush>
        <Listing
          label="Passports"
          list={list}
          columns={columnsFor(products.value ?? [])}
          keyOf={({ passport_id }) => passport_id}
          empty={
            <Empty title="No passports yet">Choose New passport: it leads from documents to a signed passport.</Empty>
          }
        />
      </Card>
    </Page>
  );
}

function Ways() {
  return (
    <>
      <a class="button" href="passports/new">
        New passport
      </a>
      <a class="button" href="passports/documents">
        Documents
      </a>
      <a class="button" href="passports/rules">
        Rules
      </a>
      <a class="button" href="tasks?group=passports">
        Jobs
      </a>
      <a class="button" href="webhooks">
        Deliveries
      </a>
    </>
  );
}

function columnsFor(products: readonly Product[]): readonly Column<Passport>[] {
  const nameOf = (id: string) => products.find(({ battery_product_id }) => battery_product_id === id)?.name ?? id;
  return [
    {
      name: "Passport",
      cell: ({ passport_id, battery_product_id, serial_number }) => (
        <>
          <a class="name" href={`passports/${passport_id}`}>
            {nameOf(battery_product_id)}
          </a>
          <div class="faint small">{serial_number === null ? "the product" : `battery ${serial_number}`}</div>
        </>
      ),
    },
    {
      name: "State",
      cell: ({ current_version_id }) =>
        current_version_id === null ? (
          <PassportState state="READY" text="no version" />
        ) : (
          <PassportState state="IN_FORCE" />
        ),
    },
    { name: "Tenant", cell: ({ tenant }) => tenant },
    { name: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
  ];
}
