/** Tests whose books the pages show: a viewer of all tenants chooses, and a viewer of one tenant sees its own. */
import { answerOf, createClient } from "@rota/client";
import type { paths } from "../../src/api-types.generated.ts";
import { createKey } from "@rota/engine/admin";
import ledger from "../../src/workload.ts";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  openDashboard,
  type OpenedDashboard,
  type OpenedPage,
} from "../../../../packages/dashboard/test/open-dashboard.ts";
import { problemsOf, untilLoaded } from "../../../../packages/dashboard/test/page-checks.ts";

let dashboard: OpenedDashboard;
let opened: OpenedPage;

beforeAll(async () => {
  dashboard = await openDashboard({ tasks: [], workloads: [ledger] });
  await dashboard.engine.start();
});

afterEach(() => opened.context.close());
afterAll(() => dashboard.dispose());

async function beginBooks(tenant: string, name: string): Promise<void> {
  const { key } = await createKey(dashboard.engine.database, { name: "ann@example.org", roles: ["admin"], tenant });
  const client = createClient<paths>({ baseUrl: dashboard.url, key });
  await answerOf(client.POST("/v1/business-entity", { body: { name, baseCurrency: "EUR" } }));
  const period = { name: `first of ${tenant}`, startDate: "2026-01-01", endDate: "2026-10-31" };
  await answerOf(client.POST("/v1/accounting-periods", { body: period }));
}

const choice = () => opened.page.getByRole("combobox", { name: "Books" });
const address = () => new URL(opened.page.url());
const viewerOf = (tenant: string) => ({ person: { name: "bob@example.org", roles: ["viewer"], tenant } });

test("without any books the page explains how they begin, and shows the first books once they exist", async () => {
  opened = await dashboard.open("/ledger");
  await opened.page.getByText("No books yet").waitFor();
  expect(await problemsOf(opened, "ledger-none")).toEqual([]);

  await beginBooks("birch", "Birch & Sons");

  await opened.page.getByText("No entries").waitFor();
  expect(address().searchParams.get("tenant")).toBe("birch");
});

test("a viewer of all tenants chooses the books, and the address and the other pages keep the choice", async () => {
  await beginBooks("acme", "Acme");
  opened = await dashboard.open("/ledger/periods");
  const { page } = opened;
  await page.getByText("first of acme").waitFor();
  expect(await choice().locator("option").allTextContents()).toEqual(["Acme (acme)", "Birch & Sons (birch)"]);

  await choice().selectOption("birch");
  await page.getByText("first of birch").waitFor();
  expect(address().search).toBe("?tenant=birch");
  expect(await problemsOf(opened, "ledger-choice")).toEqual([]);

  await page.getByRole("link", { name: "Tasks", exact: true }).click();
  await page.getByRole("heading", { name: "Tasks", level: 1 }).waitFor();
  expect(address().search).toBe("");
  await page.getByRole("link", { name: "Ledger", exact: true }).click();
  await page.getByRole("heading", { name: "Ledger", level: 1 }).waitFor();
  await vi.waitUntil(() => address().search === "?tenant=birch");
  expect(await choice().inputValue()).toBe("birch");
  await page.reload();
  await untilLoaded(page);
  expect(await choice().inputValue()).toBe("birch");
});

test("an address that names a tenant without books shows a notice and the choice of existing books", async () => {
  opened = await dashboard.open("/ledger?tenant=dune");
  await opened.page.getByText("dune has no books yet").waitFor();
  expect(await problemsOf(opened, "ledger-without-books")).toEqual([]);

  await choice().selectOption("acme");

  await opened.page.getByText("No entries").waitFor();
});

test("a viewer of one tenant sees its books and no choice, whatever the address names", async () => {
  opened = await dashboard.open("/ledger/periods?tenant=birch", viewerOf("acme"));

  await opened.page.getByText("first of acme").waitFor();

  expect(await opened.page.getByText("first of birch").count()).toBe(0);
  expect(await choice().count()).toBe(0);
  expect(opened.consoleLines).toEqual([]);
});

test("a viewer of one tenant without books sees no other books", async () => {
  opened = await dashboard.open("/ledger", viewerOf("dune"));

  await opened.page.getByText("dune has no books yet").waitFor();

  expect(await choice().count()).toBe(0);
  expect(await opened.page.content()).not.toContain("Birch & Sons");
  expect(opened.consoleLines).toEqual([]);
});
