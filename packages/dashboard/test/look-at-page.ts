/** What tests ask of a page as people with different eyes and screens would. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { vi } from "vitest";

/** Until what it shows has been loaded. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilLoaded(page);
}

export async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await vi.waitUntil(async () => (await page.locator(".loading").count()) === 0);
}

/** What axe finds serious or worse, by one rule or by all. */
export async function seriousProblems(page: Page, rules: string): Promise<string[]> {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source); // once per document
  const options = { resultTypes: ["violations"], ...(rules === "all" ? {} : { runOnly: [rules] }) };
  const found: unknown = await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations
       .filter(({ impact }) => impact === "serious" || impact === "critical")
       .map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html + " " + node.failureSummary).join("; ")))`,
  );
  return Array.isArray(found) ? found.map(String) : ["axe did not answer"];
}

export async function widthOf(page: Page): Promise<unknown> {
  return page.evaluate("document.documentElement.scrollWidth");
}
