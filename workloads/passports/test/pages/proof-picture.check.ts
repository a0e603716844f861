/** Tests that the picture of a proof opens with its field in view and can be zoomed. */
import passports from "../../src/workload.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openDashboard,
  type OpenedDashboard,
  type OpenedPage,
} from "../../../../packages/dashboard/test/open-dashboard.ts";
import { makePassport, SIGNING_KEY } from "./open-passports.ts";

/** Key with which workers sign. */
process.env["BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64"] = SIGNING_KEY.privateKey;
process.env["BPC_SIGNING_KEY_ID"] = SIGNING_KEY.keyId;

let dashboard: OpenedDashboard;
let opened: OpenedPage;

beforeAll(async () => {
  dashboard = await openDashboard({ tasks: [], workloads: [passports] });
  await dashboard.engine.start();
  const { versionId } = await makePassport(dashboard);
  opened = await dashboard.open(`/passports/versions/${versionId}`);
});
afterAll(() => dashboard.dispose());

/** Reports whether the field and some of its steps lie completely within the frame. */
async function inView(): Promise<unknown> {
  return opened.page.evaluate(`(() => {
    const frame = document.querySelector(".proof-frame").getBoundingClientRect();
    const within = (box) => box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
    const seen = [...document.querySelectorAll(".proof-node")].map((node) => within(node.getBoundingClientRect()));
    return { field: seen[0], enough: seen.filter(Boolean).length >= Math.min(seen.length, 3) };
  })()`);
}

test("the picture of every field opens with the field and its sources in view", async () => {
  const { page } = opened;
  await page.locator(".proof-node").first().waitFor();
  const fields = await page.getByLabel("Field", { exact: true }).locator("option").allTextContents();
  expect(fields.length).toBeGreaterThan(20);

  for (const field of fields) {
    await page.getByLabel("Field", { exact: true }).selectOption(field);
    await page.getByRole("img", { name: `${field}: ` }).waitFor();

    expect([field, await inView()]).toEqual([field, { field: true, enough: true }]);
  }
  expect(opened.consoleLines).toEqual([]);
});

test("the picture is zoomed in and out, and fitted again", async () => {
  const { page } = opened;
  const size = page.getByRole("group", { name: "Size of the picture" });
  const before = await size.textContent();

  await size.getByRole("button", { name: "Larger" }).click();
  expect(await size.textContent()).not.toBe(before);
  await size.getByRole("button", { name: "Fit" }).click();

  expect(await size.textContent()).toBe(before);
  expect(await inView()).toMatchObject({ field: true });
});
