/** Runs one whole election in the browser: an official, a guardian, a voter and an observer, each on their own page. */
import { createClient } from "@rota/client";
import { setLane } from "@rota/engine/admin";
import type { paths } from "../../src/api-types.generated.ts";
import { TOY_GROUP_256 } from "../../src/core/crypto/group-parameters.ts";
import { createGroup } from "../../src/core/crypto/group.ts";
import { createGuardianKeys } from "../../src/core/guardians/key-ceremony.ts";
import { createKeyFile } from "../../src/core/guardians/key-file.ts";
import { createFleetSeed } from "../../src/core/guardians/seal.ts";
import { judgeBackups, pointFor, prepareBackups } from "../../src/core/home/ceremony-at-home.ts";
import { createGuardianClient } from "../../src/core/home/guardian-client.ts";
import { nativeScrypt } from "../../src/node.ts";
import elections from "../../src/workload.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  openDashboard,
  type OpenedDashboard,
  type OpenedPage,
} from "../../../../packages/dashboard/test/open-dashboard.ts";
import { problemsOf } from "../../../../packages/dashboard/test/page-checks.ts";
import { type MailHook, openMailHook } from "../life/mail-hook.ts";

const PASSPHRASE = "five words of a toy";
/** Seed with which workers open sealed keys; their processes inherit it. */
process.env["ELECTIONS_FLEET_SEED"] ??= Buffer.from(createFleetSeed()).toString("base64");
let dashboard: OpenedDashboard;
let official: OpenedPage;
let gina: OpenedPage;
let others: GuardianAtHome[];
let forHugo: string;
let electionId: string;
let hook: MailHook;
let castCode: string;
let challengedCode: string;

beforeAll(async () => {
  hook = await openMailHook();
  dashboard = await openDashboard({ tasks: [], workloads: [elections] });
  await dashboard.engine.start();
});

afterAll(async () => {
  await dashboard.dispose();
  hook.close();
});

test("an official creates an election, and is warned when no guardian may be missing", async () => {
  official = await dashboard.open("/elections");
  const { page } = official;
  await page.getByText("No elections yet").waitFor();
  await page.getByRole("link", { name: "New election" }).click();

  await page.getByLabel("Title", { exact: true }).fill("Town council");
  await page.getByLabel("Begins").fill("2026-01-01T08:00");
  await page.getByLabel("Ends", { exact: true }).fill("2036-01-01T18:00");
  await page.getByLabel("Only for trying things out").check();
  await page.getByLabel("Title of the contest").fill("Mayor");
  await page.getByLabel("Candidates").fill("Ann, Bread\nBob");
  await page.getByLabel("Names of the guardians").fill("Gina\nHugo");
  await page.getByText("If one guardian loses its key").waitFor();
  await page.getByLabel("Names of the guardians").fill("Gina\nHugo\nIvo");
  await page.getByLabel("CSV").fill("voter_id\n1\n2\n3");
  expect(await problemsOf(official, "election-new")).toEqual([]);
  await page.getByRole("button", { name: "Create the election" }).click();

  await page.getByRole("heading", { name: "Town council", level: 1 }).waitFor();
  electionId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
});

test("an official replaces a guardian before the keys are made, and says why", async () => {
  const { page } = official;
  await page.getByRole("button", { name: "Start the ceremony again" }).click();
  await page.getByLabel("Reason").fill("Ivo has moved away");
  await page.getByLabel("Replace a guardian").selectOption("Ivo");
  await page.getByLabel("New guardian").fill("Ida");
  await page.getByRole("button", { name: "Start again", exact: true }).click();

  await page.getByRole("row", { name: /3\. Ida/ }).waitFor();
});

test("guardians get links once; one makes its key file in the browser, and the keys are made in three rounds", async () => {
  const { page } = official;
  const [forGina = "", ...forOthers] = await linksFrom(page, "Give guardians their links");
  forHugo = forOthers[0] ?? "";
  others = await Promise.all(forOthers.map(guardianAtHome));
  const [hugo, ida] = others;
  gina = await dashboard.openAnonymously(pathOf(forGina));
  await gina.page.getByLabel("New passphrase").fill(PASSPHRASE);
  expect(new URL(gina.page.url()).hash).toBe("");
  const download = gina.page.waitForEvent("download");
  await gina.page.getByRole("button", { name: "Make and download the key file" }).click();
  await gina.page.getByLabel("Choose the key file").setInputFiles(await (await download).path());
  await gina.page.getByLabel("Passphrase of the key file").fill(PASSPHRASE);

  await clickAndAwait(gina.page, "Publish the public keys", "Your public keys are published");
  for (const other of others) await other.publish();
  await clickAndAwait(gina.page, "Leave backups for the others", "2 backups are left");
  for (const other of others) await other.backUp();
  expect(await problemsOf(gina, "guardian")).toEqual([]);
  await clickAndAwait(gina.page, "Check the others' backups", "All 2 backups can be used");
  await hugo?.judge("it does not open");
  await clickAndAwait(gina.page, "Answer the challenge", "The points are published");
  await ida?.judge();
  await ida?.answer(2);

  await page.getByRole("button", { name: "Open for voting" }).waitFor();
});

test("a voter challenges a ballot and casts another, and sees at each step whether that is a vote", async () => {
  const { page } = official;
  await page.getByRole("button", { name: "Send voters their links" }).click();
  await vi.waitUntil(() => hook.links.size === 3, { timeout: 45_000 });
  await page.getByRole("button", { name: "Open for voting" }).click();
  await page.getByRole("button", { name: "Close voting" }).waitFor();
  await page.getByRole("button", { name: "Extend voting" }).click();
  await page.getByLabel("New end").fill("2037-01-01T18:00");
  await page.getByLabel("Reason").fill("power cut in the north");
  await page.getByRole("button", { name: "Extend", exact: true }).click();
  await page.getByText("Voting was extended").waitFor();
  expect(await problemsOf(official, "election-open")).toEqual([]);
  const voter = await dashboard.openAnonymously(`/${hook.links.get("1") ?? ""}`);
  await voter.page.getByText("power cut in the north").waitFor();
  expect(await problemsOf(voter, "vote")).toEqual([]);
  expect(new URL(voter.page.url()).hash).toBe("");

  challengedCode = await encrypt(voter.page, "Bob");
  await voter.page.getByLabel("Challenge it.").check();
  expect(await problemsOf(voter, "vote-decide")).toEqual([]);
  await voter.page.getByRole("button", { name: "Challenge this ballot" }).click();
  await voter.page.getByText("it held exactly these choices").waitFor();
  await voter.page.getByText("You have not voted yet").waitFor();
  await voter.page.getByText("Mayor: Bob").waitFor();

  await voter.page.getByRole("button", { name: "Fill in another ballot" }).click();
  castCode = await encrypt(voter.page, "Ann");
  await voter.page.getByText("You have not voted yet").waitFor();
  await voter.page.getByRole("button", { name: "Cast this ballot" }).click();
  await voter.page.getByRole("heading", { name: "You have voted" }).waitFor();
  expect(castCode).not.toBe(challengedCode);
  expect(voter.consoleLines).toEqual([]);

  await voter.page.reload();
  await voter.page.getByText("One ballot was cast with this link").waitFor();
  await voter.context.close();
});

test("anyone looks up a code without signing in, and repeats a challenged ballot in the browser", async () => {
  const observer = await dashboard.openAnonymously(`/observe/${electionId}`);
  const { page } = observer;
  await page.getByRole("textbox", { name: "Code" }).fill(castCode.match(/.{1,4}/g)?.join(" ") ?? "");
  await page.getByRole("button", { name: "Look it up" }).click();
  await page.getByText("This ballot is cast and will be counted.").waitFor();

  await page.getByRole("textbox", { name: "Code" }).fill(challengedCode);
  await page.getByRole("button", { name: "Look it up" }).click();
  await page.getByText("Mayor: Bob").waitFor();
  await page.getByRole("button", { name: "Check it in this browser" }).click();
  await page.getByText("these votes give the same code").waitFor();

  expect(observer.consoleLines).toEqual([]);
  await observer.context.close();
});

test("an official closes, tallies, declares a guardian missing and combines what the others decrypted", async () => {
  const { page } = official;
  await page.getByRole("button", { name: "Close voting" }).click();
  await startTallyTwice(page);
  await page.getByRole("row", { name: /Ida/ }).getByRole("button", { name: "Declare missing" }).click();
  expect(await problemsOf(official, "election-decrypting")).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Declare missing" }).click();
  await page.getByText("declared by ann@example.org").waitFor();

  await gina.page.getByText("Also stands in for Ida").waitFor();
  await clickAndAwait(gina.page, "Decrypt with the key file", "The tally is the sum of 1 published ballot");
  expect(gina.consoleLines).toEqual([]);
  await letWorkersDecrypt();
  await page.getByRole("button", { name: "Combine the shares" }).click();

  await page.getByText("The results and the record are published.").waitFor();
  await page.getByRole("region", { name: "Votes for Mayor" }).getByText("elected").waitFor();
  await page.getByText("voters, ballots and tally agree").waitFor();
  expect(await problemsOf(official, "election")).toEqual([]);
  await page.goto(`${dashboard.url}/elections`);
  expect(await problemsOf(official, "elections")).toEqual([]);
});

/** Starts the tally and waits in line behind it; when the first one is cancelled, the page starts it again. */
async function startTallyTwice(page: Page): Promise<void> {
  const { engine } = dashboard;
  const { database, locks } = engine;
  const key = `lock:tally:election:${electionId}`;
  await setLane(database, { queue: "tally.creation" }, { isPaused: true });
  await page.getByRole("button", { name: "Start the tally" }).click();
  await page.getByRole("button", { name: "Wait in line" }).click();
  await vi.waitUntil(async () => (await locks.line(key)).length === 1, { timeout: 20_000 });
  const first = (await locks.inspect(key))?.taskId ?? 0n;
  await engine.task(first).cancel();
  await vi.waitUntil(async () => ((await locks.inspect(key))?.taskId ?? first) !== first, { timeout: 20_000 });
  await setLane(database, { queue: "tally.creation" }, { isPaused: false });
}

test("an observer verifies the record in the browser, step by step", async () => {
  const observer = await dashboard.openAnonymously(`/observe/${electionId}#${castCode}`);
  const { page } = observer;
  await page.getByText("This ballot is counted in the tally.").waitFor();

  await page.getByRole("button", { name: "Verify in this browser" }).click();

  await page.getByText("The record is valid").waitFor();
  expect(await page.locator(".steps li").count()).toBe(15);
  expect(await problemsOf(observer, "observe")).toEqual([]);
  await observer.context.close();
});

test("an incomplete link is reported", async () => {
  for (const path of [`/vote/${electionId}`, `/guardian/${electionId}`]) {
    const opened = await dashboard.openAnonymously(path);
    await opened.page.getByText("This link is not complete").waitFor();
    expect(opened.consoleLines).toEqual([]);
    await opened.context.close();
  }
});

async function linksFrom(page: Page, button: string): Promise<string[]> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("dialog").waitFor();
  const links = await page.locator(".links .secret").allTextContents();
  await page.getByRole("button", { name: "I have them" }).click();
  return links;
}

function pathOf(link = ""): string {
  const { pathname, hash } = new URL(link);
  return pathname + hash;
}

/** Hugo, who made his keys elsewhere, seals them to the workers. */
async function letWorkersDecrypt(): Promise<void> {
  const { page, consoleLines, context } = await dashboard.openAnonymously(pathOf(forHugo));
  const keyFile = (await others[0]?.keyFile(PASSPHRASE)) ?? "";
  const file = { name: "hugo.json", mimeType: "application/json", buffer: Buffer.from(keyFile) };
  await page.getByLabel("Choose the key file").setInputFiles(file);
  await page.getByLabel("Passphrase of the key file").fill(PASSPHRASE);
  await page.getByText("If you cannot stay").click();
  await clickAndAwait(page, "Let the workers decrypt", "They forget them when that is done");
  expect(consoleLines).toEqual([]);
  await context.close();
}

async function clickAndAwait(page: Page, button: string, text: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByText(text).waitFor();
}

/** Encrypts a vote and returns the code that the page shows. */
async function encrypt(page: Page, name: string): Promise<string> {
  await page.getByLabel(name).check();
  await page.getByText("Not voted yet.").waitFor();
  await page.getByRole("button", { name: "Encrypt and get the code" }).click();
  return (await page.locator(".code-text").first().textContent())?.replaceAll(" ", "") ?? "";
}

const group = createGroup(TOY_GROUP_256);

type GuardianAtHome = {
  readonly publish: () => Promise<void>;
  readonly backUp: () => Promise<void>;
  /** Judges the backups. With a reason it challenges every one, rightly or not. */
  readonly judge: (reason?: string) => Promise<void>;
  /** Answers a challenge by the guardian with the given number. */
  readonly answer: (receiver: number) => Promise<unknown>;
  /** Returns the path of the key file on the guardian's device. */
  readonly keyFile: (passphrase: string) => Promise<string>;
};

/** Plays a guardian at home, from the link that an official hands out. */
async function guardianAtHome(link: string): Promise<GuardianAtHome> {
  const { origin, pathname, hash } = new URL(link);
  const electionId = pathname.split("/").at(-1) ?? "";
  const [sequence = "", token = ""] = hash.slice(1).split(".");
  const client = createGuardianClient({ server: origin, electionId, token });
  const { quorum, guardianIds } = await client.board();
  const number = Number(sequence);
  const keys = createGuardianKeys(group, { guardianId: guardianIds.get(number) ?? "", sequence: number, quorum });
  return {
    publish: () => client.publishKeys(keys.public),
    backUp: async () => client.sendBackups(prepareBackups(group, { keys, guardians: await client.guardians() })),
    judge: async (reason) => {
      const guardians = await client.guardians();
      const verdicts = judgeBackups(group, { keys, guardians, backups: await client.backups(guardians) });
      await client.judge(verdicts.map((verdict) => ({ ...verdict, objection: reason ?? verdict.objection })));
    },
    answer: (receiver) => {
      const params = { path: { electionId }, header: { "x-election-token": token } };
      const body = { receiver, point: pointFor(group, keys, receiver).toString(16) };
      return createClient<paths>({ baseUrl: origin }).POST("/v1/elections/{electionId}/ceremony/points", {
        params,
        body,
      });
    },
    keyFile: (passphrase) => createKeyFile(group, { keys, passphrase, electionId, scrypt: nativeScrypt }),
  };
}
