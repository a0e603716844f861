/** A file left by a dead server is not taken for a living one, whichever process has its pid now. */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { newDataDir } from "../test/bundled-support.ts";
import { findRunningServer } from "./postmaster-pid.ts";

const KERNEL_PID = 2;
const isKernelPid = existsSync("/proc/2/cmdline") && readFileSync("/proc/2/cmdline", "utf8") === "";

test.each([
  ["this process", String(process.pid)],
  ["no process", "999999999"],
  ["nothing that is a number", "bogus"],
  ["every process of the group", "0"],
])("a pid file that names %s names no server", async (_name, firstLine) => {
  expect(await findRunningServer(await clusterWith(firstLine))).toBeUndefined();
});

test.skipIf(!isKernelPid)("a process of the kernel is no server (needs to see one)", async () => {
  expect(await findRunningServer(await clusterWith(String(KERNEL_PID)))).toBeUndefined();
});

async function clusterWith(firstLine: string): Promise<string> {
  const folder = await newDataDir();
  await mkdir(folder);
  await writeFile(join(folder, "postmaster.pid"), `${firstLine}\n${folder}\n0\n5432\n${folder}\n\n1 1\nready   \n`);
  return folder;
}
