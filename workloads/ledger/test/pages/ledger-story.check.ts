/** Shows the books of a tenant in the browser: from a report to an event, and the correction of a rejected event. */
import { answerOf, createClient, type RotaClient } from "@rota/client";
import type { paths } from "../../src/api-types.generated.ts";
import { createKey } from "@rota/engine/admin";
import ledger from "../../src/workload.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openDashboard,
  type OpenedDashboard,
  type OpenedPage,
} from "../../../../packages/dashboard/test/open-dashboard.ts";
import { problemsOf } from "../../../../packages/dashboard/test/page-checks.ts";

let dashboard: OpenedDashboard;
let opened: OpenedPage;
const tenant = "acme";

beforeAll(async () => {
  dashboard = await openDashboard({ tasks: [], workloads: [ledger] });
  await dashboard.engine.start();
  const { key } = await createKey(dashboard.engine.database, { name: "ann@example.org", roles: ["admin"], tenant });
  await fillBooks(createClient<paths>({ baseUrl: dashboard.url, key }));
  opened = await dashboard.open("/ledger");
});

afterAll(() => dashboard.dispose());

const SALE = {
  eventType: "shop.sale",
  occurredAt: "2026-03-15T12:00:00Z",
  postedDate: "2026-03-15",
  transactionCurrency: "EUR",
  createdBy: "shop",
};

/** Creates two accounts, a period and a rule, an event that is posted, and one that the rule rejects. */
async function fillBooks(client: RotaClient<paths>): Promise<void> {
  await answerOf(client.POST("/v1/business-entity", { body: { name: "Acme", baseCurrency: "EUR" } }));
  for (const [code, accountType] of [["cash", "ASSET"] as const, ["sales", "REVENUE"] as const])
    await answerOf(client.POST("/v1/accounts", { body: { code, name: code, accountType, currencyCode: "EUR" } }));
  await answerOf(
    client.POST("/v1/accounting-periods", { body: { name: "2026", startDate: "2026-01-01", endDate: "2026-10-31" } }),
  );
  const amount = "minor(payload.total, event.transactionCurrency)";
  await answerOf(
    client.POST("/v1/mapping-rules", {
      body: {
        eventType: "shop.sale",
        lines: [
          { account: "'cash'", side: "D", amount },
          { account: "'sales'", side: "C", amount },
        ],
        examples: [
          {
            event: { ...SALE, eventId: "example", payload: { total: "1.00" } },
            lines: [
              { accountCode: "cash", amountCents: "100", isCredit: false },
              { accountCode: "sales", amountCents: "100", isCredit: true },
            ],
          },
        ],
      },
    }),
  );
  const send = (eventId: string, payload: object) =>
    client.POST("/v1/events", { body: { ...SALE, eventId, payload: { ...payload } } });
  await answerOf(send("order-1", { total: "12.99" }));
  await send("order-2", { totl: "5.00" }).catch(() => undefined);
}

test("the journal shows the posted entries and the end of the chain, and verifies the books", async () => {
  const { page } = opened;
  await page.getByRole("link", { name: "Ledger", exact: true }).waitFor();
  await page.getByRole("row", { name: /JE-2026-00001.*cash → sales.*12\.99 EUR.*order-1/ }).waitFor();

  await page.getByRole("button", { name: "Verify the books" }).click();
  await page.getByText("All is as it was posted: 1 entry, 2 lines were computed again").waitFor();

  expect(await problemsOf(opened, "ledger-journal")).toEqual([]);
});

test("a reader gets from the trial balance to the account, to the entry, and to its event and rule", async () => {
  const { page } = opened;
  await page.getByRole("link", { name: "Reports" }).click();
  await page.getByText("both sides are equal").waitFor();
  expect(await problemsOf(opened, "ledger-reports")).toEqual([]);
  await page.getByRole("button", { name: "Balance sheet" }).click();
  await page.getByText("assets equal liabilities and equity").waitFor();
  await page.getByRole("button", { name: "Income statement" }).click();
  await page.getByRole("row", { name: /Net 12\.99/ }).waitFor();
  await page.getByRole("link", { name: "sales" }).click();

  await page.getByRole("heading", { name: "sales", level: 1 }).waitFor();
  await page.getByRole("row", { name: /2026-03-15 JE-2026-00001/ }).waitFor();
  expect(await problemsOf(opened, "ledger-account")).toEqual([]);
  await page.getByRole("link", { name: "JE-2026-00001" }).click();

  await page.getByRole("heading", { name: "JE-2026-00001", level: 1 }).waitFor();
  await page.getByText("order-1").waitFor();
  expect(await problemsOf(opened, "ledger-entry")).toEqual([]);
  await page.getByRole("link", { name: "version 1" }).click();
  await page.getByRole("heading", { name: "shop.sale", level: 1 }).waitFor();
});

test("a rule is tried on an event without posting", async () => {
  const { page } = opened;
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByText("It would be posted with these lines").waitFor();
  expect(await problemsOf(opened, "ledger-rule")).toEqual([]);

  await page.getByLabel("Event, as JSON").fill("no event");
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByText("The payload is not JSON").waitFor();
});

test("a rejected event is edited, replayed and found in the journal", async () => {
  const { page } = opened;
  await page.getByRole("link", { name: "Rejected events" }).click();
  await page.getByRole("link", { name: "order-2" }).click();
  await page.getByText("MAPPING_RULE_EVALUATION_FAILED").waitFor();
  expect(await problemsOf(opened, "ledger-rejected")).toEqual([]);

  await page.getByRole("button", { name: "Edit and replay" }).click();
  const field = page.getByLabel("Event, as JSON");
  await field.fill((await field.inputValue()).replace("totl", "total"));
  await page.getByRole("dialog").getByRole("button", { name: "Edit and replay" }).click();
  await page.getByRole("link", { name: "look for it in the journal" }).click();

  await page.getByRole("row", { name: /JE-2026-00002.*5\.00 EUR.*order-2~event-\d+/ }).waitFor();
});

test("an entry is reversed with a reason, and a period is closed and opened again", async () => {
  const { page } = opened;
  await page.getByRole("link", { name: "JE-2026-00002" }).click();
  await page.getByRole("button", { name: "Reverse", exact: true }).click();
  await page.getByLabel("Reason").fill("sent twice");
  await page.getByRole("button", { name: "Post the reversal" }).click();
  await page.getByRole("heading", { name: "JE-2026-00003", level: 1 }).waitFor();

  await page.getByRole("link", { name: "Periods" }).click();
  await page.getByRole("button", { name: "Close softly" }).click();
  await page.getByText("soft closed").waitFor();
  expect(await problemsOf(opened, "ledger-periods")).toEqual([]);
  await page.getByRole("button", { name: "Open again" }).click();
  await page.getByRole("button", { name: "Close softly" }).waitFor();
});
