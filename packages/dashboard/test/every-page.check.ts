/** What holds of every page: nothing keeps anybody out, nothing overflows, nothing goes wrong silently. */
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
  shown.letGo(10_000);
  await dashboard.dispose();
});

/** What differs between them is contrast alone. */
const LOOKS = [
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

    test.each(LOOKS)(
      "has nothing that axe finds serious in $colours colours, and its console stays empty",
      async (look) => {
        await opened.page.emulateMedia({ colorScheme: look.colours });

        await takeScreenshot(opened.page, `${name}-${look.colours}`);
        expect(await seriousProblems(opened.page, look.rules)).toEqual([]);
        expect(opened.said).toEqual([]);
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

  test.each(PAGE_NAMES)("the page %s is no wider than 360 pixels, and asks nothing of other servers", async (name) => {
    await visit(opened.page, dashboard.url + paths[name]);

    await takeScreenshot(opened.page, `${name}-phone`);
    expect(await widthOf(opened.page)).toBeLessThanOrEqual(360);
    expect([...asked]).toEqual([dashboard.url]);
  });

  test("the navigation opens behind a button and leads on", async () => {
    const { page } = opened;
    await visit(page, dashboard.url);

    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Dead letters", exact: true }).click();

    await page.getByRole("heading", { name: "Dead letters", level: 1 }).waitFor();
  });
});

test("axe finds nothing serious on the page where people sign in", async () => {
  const { page, context } = await dashboard.open("/");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();

  await takeScreenshot(page, "sign-in-light");
  expect(await seriousProblems(page, "all")).toEqual([]);
  await context.close();
});

test("every part can be reached by the keyboard, and what has the focus is seen to have it", async () => {
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
