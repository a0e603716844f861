/** Tests that every page opens without failures while the demo of `npm start` runs. */
import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openBrowser } from "./open-dashboard.ts";
import { workloadModules } from "../../../tools/testing/rota-command.ts";
import { untilLoaded } from "./page-checks.ts";

const PICTURES = fileURLToPath(new URL("../../../docs/pictures", import.meta.url));
const arePicturesWanted = (process.env["DASHBOARD_SCREENSHOTS"] ?? "") !== "";
const BALLOTS = Number(process.env["SCENE_BALLOTS"] ?? (arePicturesWanted ? 2_000 : 60));
const PATIENCE_MS = 600_000;

let demo: PlayedDemo;
let browser: Browser;
let page: Page;
let base: string;
const consoleLines: string[] = [];

beforeAll(async () => {
  if (!isPlayed) return;
  demo = await playDemo(BALLOTS);
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1_280, height: 860 }, colorScheme: "light" });
  context.setDefaultTimeout(PATIENCE_MS);
  page = await context.newPage();
  page.on("console", (message) => consoleLines.push(`${page.url()} ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => consoleLines.push(`${page.url()} error: ${error.message}`));
  base = new URL(demo.link).origin;
  await page.goto(demo.link);
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
}, PATIENCE_MS);

afterAll(async () => {
  if (!isPlayed) return;
  await browser.close();
  await demo.stop();
});

const isPlayed = arePicturesWanted || process.env["ROTA_LONG"] === "1";

const goTo = async (name: string): Promise<void> => {
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await untilLoaded(page);
};

/** Takes a picture for the docs, where pictures are wanted: the view from the named heading on. */
async function picture(name: string, from?: string): Promise<void> {
  if (from !== undefined) {
    const heading = page.getByRole("heading", { name: from, exact: true });
    const topOf = async (): Promise<number> => (await heading.boundingBox())?.y ?? 0;
    const top = await topOf();
    await page.mouse.move(640, 430);
    await page.mouse.wheel(0, top - 24);
    await vi.waitUntil(async () => (await topOf()) < top, { timeout: PATIENCE_MS, interval: 50 });
  }
  if (arePicturesWanted) await page.screenshot({ path: `${PICTURES}/${name}.png` });
  await page.evaluate("window.scrollTo(0, 0)");
}

const failures = () => page.locator('.notice[data-tone="bad"]').allTextContents();

describe.runIf(isPlayed)("while the demo runs", () => {
  test("the lanes of the flood and of its neighbour have turns side by side", { timeout: PATIENCE_MS }, async () => {
    await demo.printed(/flooding: [2-9]\d* of/);
    await demo.printed(/passports +.* [2-9]\d* of/);
    await goTo("Overview");
    await page.getByRole("link", { name: "default", exact: true }).first().waitFor();
    await picture("overview");
    await goTo("Fairness");
    await page.getByLabel("Pool").selectOption("default");
    await page.getByText("dune").first().waitFor();
    await page.getByText("birch").first().waitFor();
    await untilLoaded(page);

    await picture("fairness");
    expect(await failures()).toEqual([]);
  });

  test(
    "every page of the navigation shows something or says what it would show",
    { timeout: PATIENCE_MS },
    async () => {
      const links = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
      for (const name of await links.allTextContents()) {
        await goTo(name);

        expect([name, await failures()]).toEqual([name, []]);
      }
    },
  );

  test("an election is counted in view of its page", { timeout: PATIENCE_MS }, async () => {
    await goTo("Elections");
    await page.locator("td a").first().click();
    await demo.printed(/tally: /);
    await page.getByRole("progressbar", { name: "Chunks of the tally" }).waitFor();
    if (arePicturesWanted)
      await vi.waitUntil(async () => Number(await page.locator("progress").first().getAttribute("value")) >= 4, {
        timeout: PATIENCE_MS,
        interval: 100,
      });

    await picture("election-tally");
    expect(await failures()).toEqual([]);
  });
});

describe.runIf(isPlayed)("when the demo is verified", () => {
  beforeAll(async () => {
    await demo.printed(/all of it is verified/);
  }, PATIENCE_MS);

  test("anyone can verify the count in a browser", { timeout: PATIENCE_MS }, async () => {
    await goTo("Elections");
    await page.locator("td a").first().click();
    const address = await page.getByRole("link", { name: /^observe\// }).getAttribute("href");
    await page.goto(`${base}/${address ?? ""}`);
    await page.getByRole("button", { name: "Verify in this browser" }).click();
    await page.getByText("The record is valid").waitFor();

    await picture("election-verified", "The record");
    expect(await failures()).toEqual([]);
  });

  test("a passport leads to its proof, and webhooks to their deliveries", { timeout: PATIENCE_MS }, async () => {
    await page.goto(`${base}/passports`);
    await untilLoaded(page);
    await page.locator("td a.name").first().click();
    await page.locator('a[href^="passports/versions/"]').first().click();
    await page.locator(".proof-node").first().waitFor();
    await picture("passport-proof", "How each field was computed");
    await goTo("Webhooks");
    await page.locator("td a").first().click();
    await page.getByRole("heading", { name: "Deliveries" }).waitFor();
    await untilLoaded(page);

    await picture("webhook-deliveries");
    expect(await failures()).toEqual([]);
  });

  test("the books are verified, and their trial balance is even", { timeout: PATIENCE_MS }, async () => {
    await goTo("Ledger");
    await page.getByRole("button", { name: "Verify the books" }).click();
    await page.getByText("All is as it was posted").waitFor();
    await picture("ledger-journal");
    await page.getByRole("link", { name: "Reports" }).click();
    await page.getByText("both sides are equal").waitFor();

    await picture("ledger-trial-balance");
    expect(await failures()).toEqual([]);
  });

  test("the browser console stayed empty", () => {
    expect(consoleLines).toEqual([]);
  });
});

const COMMAND = fileURLToPath(new URL("../../cli/src/bin.ts", import.meta.url));

type PlayedDemo = {
  /** Link that signs in its first visitor. */
  readonly link: string;
  /** Resolves with the match once the terminal shows it. It rejects when the demo ends before. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly stop: () => Promise<void>;
};

async function playDemo(ballots: number): Promise<PlayedDemo> {
  const folder = await mkdtemp(join(tmpdir(), "rota-demo-"));
  await chmod(folder, 0o755); // lets the unprivileged user of the bundled server read the folder
  const words = ["serve", "--demo", "--scene", "--scene-ballots", String(ballots), "--server-port", "0"];
  const command = ["--conditions=rota-source", "--import", import.meta.resolve("tsx"), COMMAND];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ROTA_")));
  env["ROTA_WORKLOADS"] = workloadModules().join(",");
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const rota = spawn(process.execPath, [...command, ...words], { cwd: folder, env, stdio: [...stdio] });
  const ended = new Promise<void>((resolve) => rota.on("close", () => resolve()));
  let out = "";
  rota.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = pattern.exec(out);
        if (found !== null) resolve(found);
      };
      rota.stdout?.on("data", check);
      rota.on("close", () => reject(new Error(`the demo ended without ${String(pattern)}: ${out}`)));
      check();
    });
  const [, link = ""] = await printed(/open (http\S+)\n/);
  return {
    link,
    printed,
    async stop() {
      rota.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
