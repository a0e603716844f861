/** Keeps a picture of a page when somebody asked for pictures: `npm run screenshots`. */
import { join } from "node:path";
import type { Page } from "playwright-core";

export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env["DASHBOARD_SCREENSHOTS"];
  if (folder === undefined || folder === "") return;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
