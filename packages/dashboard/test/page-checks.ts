/** Checks a page for accessibility problems, its width and its console, and takes screenshots. */
import { join } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { vi } from "vitest";
import type { OpenedPage } from "./open-dashboard.ts";

/** Opens a page and waits until its content is loaded. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilLoaded(page);
}

export async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await vi.waitUntil(async () => (await page.locator(".loading").count()) === 0);
}

/** Returns the serious problems that axe finds, by one rule or by all. */
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

const WIDE = { width: 1_280, height: 900 };
const PHONE = { width: 360, height: 780 };

export async function problemsOf({ page, consoleLines }: OpenedPage, name: string): Promise<string[]> {
  await untilLoaded(page);
  await takeScreenshot(page, `${name}-light`);
  const problems = await seriousProblems(page, "all");
  await page.emulateMedia({ colorScheme: "dark" });
  await takeScreenshot(page, `${name}-dark`);
  problems.push(...(await seriousProblems(page, "color-contrast")));
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE);
  await takeScreenshot(page, `${name}-phone`);
  const width = Number(await widthOf(page));
  await page.setViewportSize(WIDE);
  return [...problems, ...(width > PHONE.width ? [`is ${String(width)} pixels wide`] : []), ...consoleLines];
}

export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env["DASHBOARD_SCREENSHOTS"];
  if (folder === undefined || folder === "") return;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
