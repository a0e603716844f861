/** Lists packages of rules, newest first. */
import { answerOf, Card, type Column, Empty, given, Listing, Page, Time, useList } from "@rota/dashboard";
import { client, pageOf, type RulePackage } from "./passport-api.ts";

const COLUMNS: readonly Column<RulePackage>[] = [
  {
    name: "Package",
    cell: ({ rule_package_id, name, description }) => (
      <>
        <a class="name" href={`passports/rules/${rule_package_id}`}>
          {name}
        </a>
        <div class="faint small anywhere">{description}</div>
      </>
    ),
  },
  { name: "Tenant", cell: ({ tenant }) => tenant },
  { name: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
];

export function RulesPage() {
  const list = useList("rule packages", async (cursor, signal) =>
    pageOf(await answerOf(client.GET("/v1/rule-packages", { params: { query: given({ cursor }) }, signal }))),
  );
  return (
    <Page
      title="Rules"
      about="Rules say which fields a passport has and how they are computed from facts."
      trail={<a href="passports">Passports</a>}
    >
      <Card title="Packages" note="the newest first" isFlush>
        <Listing
          label="Packages of rules"
          list={list}
          columns={COLUMNS}
          keyOf={({ rule_package_id }) => rule_package_id}
          empty={<Empty title="No rules yet">Create a package with POST /v1/rule-packages.</Empty>}
        />
      </Card>
    </Page>
  );
}
