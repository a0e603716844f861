/** Looks at an election's page in light, in dark and on a phone, and says what is wrong with it. */
import { seriousProblems, untilLoaded, widthOf } from "../look-at-page.ts";
import type { OpenedPage } from "../open-dashboard.ts";
import { takeScreenshot } from "../take-screenshot.ts";

const WIDE = { width: 1_280, height: 900 };
const PHONE = { width: 360, height: 780 };

export async function problemsOf({ page, said }: OpenedPage, name: string): Promise<string[]> {
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
  return [...problems, ...(width > PHONE.width ? [`is ${String(width)} pixels wide`] : []), ...said];
}
