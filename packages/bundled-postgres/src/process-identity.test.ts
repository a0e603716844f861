/** When a process counts as alive, dead, or out of sight. */
import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect, test } from "vitest";

import { identityOf, isRunning, livenessOf, ownIdentity } from "./process-claim.ts";

const here = ownIdentity();

test.each([
  ["this process", here, "alive"],
  ["another process that got its pid", { ...here, startTime: "1" }, "dead"],
  ["a process of this machine before its last boot", { ...here, bootId: "earlier" }, "dead"],
  ["a process in another container", { ...here, pidNamespace: "pid:[1]" }, "unknown"],
  ["a process on another host", { ...here, bootId: "b", machineId: "m", hostname: "h" }, "unknown"],
] as const)("%s", (_name, identity, expected) => {
  expect(livenessOf(identity)).toBe(expected);
});

test("a process that has ended is dead, also while its parent has not taken note", async () => {
  // The shell's child ends at once and stays a zombie, since the shell has become a sleep that never asks for it.
  const shell = spawn("sh", ["-c", "sh -c 'echo $$' & exec sleep 60"]);
  const zombie = Number(String((await once(shell.stdout, "data"))[0]));

  await expect.poll(() => isRunning(zombie)).toBe(false);
  const child = identityOf(shell.pid ?? 0);
  expect(livenessOf(child)).toBe("alive");
  shell.kill();
  await once(shell, "close");

  expect(livenessOf(child)).toBe("dead");
});
