/** Creates a passport in the browser: from a document to a version in force that anyone can verify. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sampleBatteryPass } from "../../src/node.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenedPage } from "../../../../packages/dashboard/test/open-dashboard.ts";
import { openPassports, type PassportDashboard } from "./open-passports.ts";
import { problemsOf } from "../../../../packages/dashboard/test/page-checks.ts";

const TENANT = "acme";
let dashboard: PassportDashboard;

beforeAll(async () => {
  dashboard = await openPassports();
});
afterAll(() => dashboard.dispose());

test("an admin makes a passport of the sample, from its upload to a version in force that verifies", async () => {
  const opened = await dashboard.open("/passports");
  const { page } = opened;
  await page.getByRole("link", { name: "New passport" }).click();
  await page.getByLabel("Whose passport it becomes").fill(TENANT);
  await page.getByLabel("Whose passport it becomes").press("Tab");
  await page.getByRole("button", { name: "Use this document" }).waitFor();
  expect(await problemsOf(opened, "passport-new")).toEqual([]);

  const file = join(dashboard.folder, "pack.json");
  await writeFile(file, sampleBatteryPass());
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByRole("link", { name: "pack.json" }).waitFor();
  await page.getByRole("button", { name: "Facts" }).click();
  await page.getByText("battery_pass.performance.rated.capacity", { exact: true }).waitFor();

  await page.getByLabel("Label").fill("April");
  await page.getByRole("button", { name: "Make a snapshot of these documents" }).click();
  await page.getByRole("button", { name: "Seal it" }).click();
  await page.getByText("sealed", { exact: true }).waitFor();

  await page.getByRole("button", { name: "A new product" }).click();
  await page.getByLabel("Number of the product").fill("TP75-R3");
  await page.getByLabel("Name of the product").fill("Traction pack 75, third");
  await page.getByLabel("Serial number").fill("TP75-2026-000500");
  await createAfterCorrectedGtin(opened);

  await page.reload(); // the address keeps the created things
  await page.getByText("TP75-R3, Traction pack 75, third").waitFor();
  expect(await problemsOf(opened, "passport-new-to-compile")).toEqual([]);
  await page.getByRole("button", { name: "Compile and sign" }).click();

  await page.getByRole("img", { name: "The QR code of this version" }).waitFor();
  await page.getByRole("button", { name: "Activate" }).click();
  await page.getByText("It becomes the first version of this passport that counts.").waitFor();
  expect(await problemsOf(opened, "passport-activate")).toEqual([]);
  await page.getByRole("button", { name: "Activate it" }).click();
  await page.getByText("Activated", { exact: true }).waitFor();

  const versionId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const stranger = await dashboard.openAnonymously(`/p/${versionId}`);
  await stranger.page.getByRole("heading", { name: "What is shown is what was signed" }).waitFor();
  await stranger.context.close();
  await opened.context.close();
});

/** The refused attempt has created the product; the next one continues with it. */
async function createAfterCorrectedGtin({ page, consoleLines }: OpenedPage): Promise<void> {
  await page.getByLabel("GTIN").fill("9506000134353");
  await page.getByRole("button", { name: "Create the passport" }).click();
  await page.getByRole("alert").getByText("VALIDATION_ERROR").waitFor();
  expect(await page.evaluate("document.activeElement.textContent")).toContain("VALIDATION_ERROR");
  expect(consoleLines.splice(0)).toEqual([expect.stringContaining("status of 422")]); // browsers log every failed request
  await page.getByLabel("GTIN").fill("9506000134352");
  await page.getByRole("button", { name: "Create the passport" }).click();
  await page.getByRole("button", { name: "Another battery" }).waitFor();
}

test("an unreadable document is refused with the place, and the input stays", async () => {
  const { page, context } = await dashboard.open(`/passports/new?tenant=${TENANT}`);
  const text = '{\n  "sku": "S1",\n  "capacity_kwh": 75,5\n}';
  await page.getByLabel("Kind").selectOption("BOM");
  await page.getByRole("button", { name: "Pasted text" }).click();
  await page.getByLabel("Text of the document").fill(text);
  await page.getByLabel("Name", { exact: true }).fill("bom.json");
  await page.getByRole("button", { name: "Upload" }).click();

  await page.getByRole("alert").getByText("line 3, column 22").waitFor();
  expect(await page.evaluate("document.activeElement.textContent")).toContain("VALIDATION_ERROR");
  await page.getByRole("button", { name: "Go to line 3, column 22" }).click();
  expect(await page.evaluate("document.activeElement.selectionStart")).toBe(text.indexOf("5\n}"));
  expect(await page.getByLabel("Text of the document").inputValue()).toBe(text);
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("bom.json");

  await page.getByLabel("Text of the document").fill(text.replace("75,5", "75.5"));
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByText("validated", { exact: true }).waitFor();
  expect(await page.getByLabel("Text of the document").inputValue()).toBe("");
  await context.close();
});

test("a document that is too large for the server is refused with the name of the option", async () => {
  const { page, context } = await dashboard.open(`/passports/new?tenant=${TENANT}`);
  const file = join(dashboard.folder, "large.json");
  await writeFile(file, JSON.stringify({ sku: "S1", note: "x".repeat(1_500_000) }));
  await page.getByLabel("Kind").selectOption("BOM");
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Upload" }).click();

  await page.getByRole("alert").getByText("REQUEST_TOO_LARGE").waitFor();
  await page.getByRole("alert").getByText("the body is larger than serverBodyBytesMax").waitFor();
  await context.close();
});

test("an operator creates a second version, which supersedes the first, and sees which roles are missing", async () => {
  const person = { name: "olga@example.org", roles: ["operator"], tenant: TENANT };
  const opened = await dashboard.open(`/passports/versions/${dashboard.made.versionId}`, { person });
  const { page } = opened;
  await page.getByText("Revoking versions needs the role passport:revoke; yours: operator.").waitFor();
  expect(await page.getByRole("button", { name: "Revoke" }).count()).toBe(0);
  await page.getByRole("button", { name: "Activate" }).click();
  await page.getByRole("button", { name: "Activate it" }).click();
  await page.getByText("Activated", { exact: true }).waitFor();

  await page.getByRole("link", { name: "New version" }).click();
  await page.getByText("Uploading documents needs the role docs:upload; yours: operator.").waitFor();
  await page.getByText("TP75-2026-000417").waitFor();
  await page.getByRole("button", { name: "Use this snapshot" }).click();
  await page.getByRole("button", { name: "Compile and sign" }).click();
  await page.getByRole("img", { name: "The QR code of this version" }).waitFor();
  await page.getByRole("button", { name: "Activate" }).click();
  await page.getByText(`It supersedes version ${dashboard.made.versionId.slice(0, 8)}`).waitFor();
  await page.getByRole("button", { name: "Activate it" }).click();
  await page.getByText("Activated", { exact: true }).waitFor();

  await page.goto(`${dashboard.url}/passports/versions/${dashboard.made.versionId}`);
  await page.getByText("superseded", { exact: true }).waitFor();
  expect(opened.consoleLines).toEqual([]);
  await opened.context.close();
});

test("a version is revoked with a reason after a question", async () => {
  const { page, context } = await dashboard.open(`/passports/versions/${dashboard.made.versionId}`);
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByLabel("Reason").fill("it was a trial");
  await page.getByRole("button", { name: "Revoke for good" }).click();

  await page.getByText("revoked", { exact: true }).waitFor();
  await page.getByText("it was a trial").waitFor();
  await context.close();
});

test("a failed compilation explains why and leads to the next try", async () => {
  const { page, context } = await dashboard.open(`/passports/new?tenant=${TENANT}`);
  await page.getByLabel("Kind").selectOption("BOM");
  await page.getByRole("button", { name: "Pasted text" }).click();
  await page.getByLabel("Text of the document").fill('{"sku":"S1"}');
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByRole("button", { name: "Make a snapshot of these documents" }).click();
  await page.getByRole("button", { name: "Seal it" }).click();
  await page.getByRole("button", { name: "Create the passport" }).click();
  await page.getByRole("button", { name: "Compile and sign" }).click();

  await page.getByRole("heading", { name: "It cannot be made" }).waitFor();
  await page.getByRole("link", { name: "compile a new version" }).click();
  await page.getByRole("heading", { name: "New passport" }).waitFor();
  await page.getByRole("button", { name: "Another battery" }).waitFor();
  await context.close();
});

test("a viewer sees which role creates passports, and the page sends no requests that would fail", async () => {
  const person = { name: "rita@example.org", roles: ["viewer"], tenant: TENANT };
  const opened = await dashboard.open("/passports", { person });
  const { page } = opened;
  await page.getByRole("link", { name: "New passport" }).click();

  await page.getByText("Making passports needs the role operator; yours: viewer.").waitFor();
  expect(await page.getByRole("button", { name: "Upload" }).count()).toBe(0);
  expect(await problemsOf(opened, "passport-new-viewer")).toEqual([]);

  await page.goto(`${dashboard.url}/passports/versions/${dashboard.made.versionId}`);
  await page.getByText("Activating and comparing versions needs the role operator; yours: viewer.").waitFor();
  expect(await page.getByRole("button", { name: "Activate" }).count()).toBe(0);
  expect(opened.consoleLines).toEqual([]);
  await opened.context.close();
});
