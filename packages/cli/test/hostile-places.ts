/** Checks every place where a command takes a text: a hostile text is refused or harmless. */
import { expect } from "vitest";
import type { FilledFolder } from "./filled-folder.ts";
import { runHere } from "./run-here.ts";

/** Command lines with `?` in place of the text. */
const PLACES: readonly (readonly string[])[] = [
  ["submit", "?", "--tasks", "tasks.mjs"],
  ["submit", "demo.print", "--tasks", "tasks.mjs", "--input", "?"],
  ["submit", "demo.print", "--tasks", "tasks.mjs", "--tenant", "?", "--group", "?", "--key", "?", "--task-key", "?"],
  ["submit", "demo.print", "--tasks", "tasks.mjs", "--due-at", "?"],
  ["tasks", "--tenant", "?", "--group", "?", "--type", "?", "--queue", "?"],
  ["tasks", "--key", "?"],
  ["tasks", "--after", "?"],
  ["task", "?"],
  ["task", "1", "cancel", "--reason", "?", "--actor", "?"],
  ["explain", "?/1"],
  ["audit", "--pool", "?"],
  ["audit-head", "?"],
  ["lanes", "list", "--pool", "?", "--tenant", "?"],
  ["lanes", "set", "--pool", "?", "--tenant", "?", "--group", "?", "--type", "?", "--weight", "2"],
  ["lanes", "set", "--pool", "a", "--tenant", "b", "--weight", "2", "--reason", "?", "--actor", "?"],
  ["locks", "--prefix", "?", "--holder", "?", "--operation", "?", "--tenant", "?"],
  ["locks", "show", "?"],
  ["locks", "wait", "?", "--actor", "?", "--wait-ms", "100"],
  ["locks", "extend", "lock:a", "--ttl-ms", "3600000", "--reason", "?", "--actor", "?"],
  ["locks", "override", "lock:a", "--reason", "?", "--actor", "?"],
  ["dead-letters", "--tenant", "?", "--type", "?", "--code", "?"],
  ["dead-letters", "show", "?"],
  ["webhooks", "--tenant", "?"],
  ["webhooks", "create", "--tenant", "?", "--url", "?", "--events", "?"],
  ["webhooks", "show", "?", "--tenant", "ann"],
  ["keys", "create", "--name", "?", "--tenant", "?", "--roles", "?"],
  ["keys", "revoke", "?"],
  ["sign-in", "--name", "?", "--url", "?"],
  ["audit-log", "--tenant", "?", "--actor", "?", "--action", "?", "--subject", "?"],
];

type Trial = Pick<FilledFolder, "path"> & {
  readonly schema: Pick<FilledFolder["schema"], "words">;
  /** Default: places of the engine's commands. */
  readonly places?: typeof PLACES;
  readonly run?: typeof runHere;
};

export async function tryEverywhere(
  text: string,
  { path, schema, places = PLACES, run = runHere }: Trial,
): Promise<void> {
  for (const place of places) {
    const words = place.map((word) => word.replace("?", () => text));
    const { exitCode, err } = await run([...words, ...schema.words], { cwd: path });
    expect([place, exitCode, err.slice(0, 200)]).toEqual([place, expect.toBeOneOf([0, 2, 3, 4]), expect.any(String)]);
    expect(err.trim().split("\n").length).toBeLessThan(2);
    expect(err).not.toContain("\u001b");
  }
}
