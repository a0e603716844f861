/** Shows passports in the browser: to an operator, to a person who scans a battery, and to one who trusts no server. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPassports, type PassportDashboard } from "./open-passports.ts";
import { problemsOf } from "../../../../packages/dashboard/test/page-checks.ts";

let dashboard: PassportDashboard;

beforeAll(async () => {
  dashboard = await openPassports();
});
afterAll(() => dashboard.dispose());

test("an operator finds a version, sees how a field was computed, compares it bit for bit and activates it", async () => {
  const opened = await dashboard.open("/");
  const { page } = opened;
  await page.getByRole("link", { name: "Passports", exact: true }).click();
  await page.getByText("battery TP75-2026-000417").waitFor();
  expect(await page.getByRole("link", { name: "Elections", exact: true }).count()).toBe(0);
  expect(await problemsOf(opened, "passports")).toEqual([]);

  await page.getByRole("link", { name: "Traction pack 75" }).click();
  await page.getByRole("link", { name: dashboard.made.versionId.slice(0, 8) }).click();
  await page.getByLabel("Field", { exact: true }).selectOption("performance.capacity.rated");
  const picture = page.getByRole("img", { name: /^performance\.capacity\.rated: \d+ steps$/ });
  await picture.getByText("field", { exact: true }).waitFor();
  expect(await picture.locator('[data-type="FACT_GET"] title').textContent()).toContain(
    "CatenaX battery_pass.performance.rated.capacity",
  );
  expect(await problemsOf(opened, "passport-version")).toEqual([]);

  await page.getByRole("button", { name: "Compile again and compare" }).click();
  await page.getByText("It compiles to the same bytes").waitFor();
  await page.getByRole("button", { name: "Activate" }).click();
  await page.getByRole("button", { name: "Activate it" }).click();
  await page.getByText("Activated", { exact: true }).waitFor();
  await opened.context.close();
});

test("rules are checked while they are written, with the place of the first mistake", async () => {
  const opened = await dashboard.open(`/passports/rules/${dashboard.made.rulePackageId}`);
  const { page } = opened;
  await page.getByText("No mistakes: 93 fields.").waitFor();
  expect(await problemsOf(opened, "passport-rules")).toEqual([]);

  await page.getByLabel("Rules", { exact: true }).fill('field a: Int = 1;\nfield b: Int =\n  "text";');
  await page.getByRole("button", { name: "Go to line 3, column 3" }).click();

  expect(await page.evaluate("document.activeElement.selectionStart")).toBe(35);
  await page.getByLabel("Rules", { exact: true }).fill("field a: Int = 1;");
  await page.getByText("In the tests:").waitFor();
  await opened.context.close();
});

test("documents and snapshots are listed", async () => {
  const opened = await dashboard.open("/passports/documents");
  await opened.page.getByText("March").waitFor();
  expect(await problemsOf(opened, "passport-documents")).toEqual([]);

  await opened.page.getByRole("link", { name: "battery-pass.json" }).click();
  await opened.page.getByText("validated").waitFor();
  await opened.context.close();
});

test("a scan shows only the public fields, verified in the browser", async () => {
  const opened = await dashboard.openAnonymously(`/p/${dashboard.made.versionId}`);
  const { page } = opened;
  await page.getByRole("heading", { name: "Traction pack 75", level: 1 }).waitFor();

  await page.getByRole("heading", { name: "What is shown is what was signed" }).waitFor();
  await page.getByText("211.5 Ah").waitFor();
  await page.getByText("more fields are for persons with a legitimate interest").waitFor();
  expect(await page.getByText("State of charge").count()).toBe(0);
  expect(await problemsOf(opened, "passport-public")).toEqual([]);
  await opened.context.close();
});

test("a file is verified without a server, and a changed one is detected", async () => {
  const opened = await dashboard.openAnonymously("/verify-passport");
  const { page } = opened;
  const [whole, changed] = [join(dashboard.folder, "whole.json"), join(dashboard.folder, "changed.json")];
  const text = await dashboard.made.file();
  await writeFile(whole, text);
  await writeFile(changed, text.replace("452.500000", "352.500000"));

  await page.getByLabel("Passport file").setInputFiles(whole);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("heading", { name: "What is shown is what was signed" }).waitFor();
  expect(await problemsOf(opened, "passport-verify")).toEqual([]);

  await page.getByLabel("Passport file").setInputFiles(changed);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("heading", { name: "This is not what was signed" }).waitFor();
  await page.getByText("identity.mass: its value is not the one that the proof defines").waitFor();
  await opened.context.close();
});
