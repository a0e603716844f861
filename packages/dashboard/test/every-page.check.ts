/** Tests that every page is accessible, fits narrow screens and logs no errors. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seriousProblems, takeScreenshot, visit, widthOf } from "./page-checks.ts";
import { openDashboard, type OpenedDashboard, type OpenedPage } from "./open-dashboard.ts";
import { createShownTasks, PAGE_NAMES, pagePaths, showEverything } from "./sample-data.ts";

const shown = createShownTasks();
let dashboard: OpenedDashboard;
let paths: ReturnType<typeof pagePaths>;

beforeAll(async () => {
  dashboard = await openDashboard({ tasks: [shown.held, shown.broken] });
  await dashboard.engine.start();
  paths = pagePaths(await showEverything({ ...shown, ...dashboard }));
});

afterAll(async () => {
  shown.release(10_000);
  await dashboard.dispose();
});

/** Colour schemes of the pages. The dark one is checked for contrast only. */
const COLOUR_SCHEMES = [
  { colours: "light", rules: "all" },
  { colours: "dark", rules: "color-contrast" },
] as const;

describe("on a wide screen", () => {
  let opened: OpenedPage;
  beforeAll(async () => {
    opened = await dashboard.open("/");
  });
  afterAll(() => opened.context.close());

  describe.each(PAGE_NAMES)("the page %s", (name) => {
    beforeAll(() => visit(opened.page, dashboard.url + paths[name]));

    test.each(COLOUR_SCHEMES)(
      "has no serious axe findings in $colours colours, and its console stays empty",
      async (scheme) => {
        await opened.page.emulateMedia({ colorScheme: scheme.colours });

        await takeScreenshot(opened.page, `${name}-${scheme.colours}`);
        expect(await seriousProblems(opened.page, scheme.rules)).toEqual([]);
        expect(opened.consoleLines).toEqual([]);
      },
    );
  });
});

describe("on a phone", () => {
  let opened: OpenedPage;
  const asked = new Set<string>();
  beforeAll(async () => {
    opened = await dashboard.open("/", { width: 360, height: 780 });
    opened.page.on("request", (request) => asked.add(new URL(request.url()).origin));
  });
  afterAll(() => opened.context.close());

  test.each(PAGE_NAMES)(
    "the page %s is no wider than 360 pixels, and sends no requests to other servers",
    async (name) => {
      await visit(opened.page, dashboard.url + paths[name]);

      await takeScreenshot(opened.page, `${name}-phone`);
      expect(await widthOf(opened.page)).toBeLessThanOrEqual(360);
      expect([...asked]).toEqual([dashboard.url]);
    },
  );

  test("the navigation opens with a button and its links work", async () => {
    const { page } = opened;
    await visit(page, dashboard.url);

    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Dead letters", exact: true }).click();

    await page.getByRole("heading", { name: "Dead letters", level: 1 }).waitFor();
  });
});

test("axe has no serious findings on the sign-in page", async () => {
  const { page, context } = await dashboard.open("/");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();

  await takeScreenshot(page, "sign-in-light");
  expect(await seriousProblems(page, "all")).toEqual([]);
  await context.close();
});

test("every part can be reached by keyboard, and the focus is visible", async () => {
  const { page, context } = await dashboard.open("/tasks");
  await page.getByRole("link", { name: "shown.held" }).first().waitFor();

  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.id")).toBe("main");
  await page.keyboard.press("Tab");
  expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
  await context.close();
});
