import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadConfig } from "./load-config.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "rota-config-"));
});
afterEach(() => rm(cwd, { recursive: true }));

const load = (given: { env?: NodeJS.ProcessEnv; flags?: Record<string, unknown> } = {}) =>
  loadConfig({ env: {}, flags: {}, cwd, ...given });

test("rota.config.json in the working folder is read, and may be missing", async () => {
  const without = await load();
  await writeFile(join(cwd, "rota.config.json"), `{"schema": "mine"}`);
  const withFile = await load();

  expect(without.config.schema).toBe("rota");
  expect(withFile.config.schema).toBe("mine");
  expect(withFile.sources.schema).toBe("rota.config.json");
});

test("--config overrides ROTA_CONFIG", async () => {
  await writeFile(join(cwd, "a.json"), `{"schema": "a"}`);
  await writeFile(join(cwd, "b.json"), `{"schema": "b"}`);

  const byVariable = await load({ env: { ROTA_CONFIG: "a.json" } });
  const byFlag = await load({ env: { ROTA_CONFIG: "a.json" }, flags: { config: "b.json" } });

  expect([byVariable.config.schema, byFlag.config.schema]).toEqual(["a", "b"]);
});

test("a file that was named must exist", async () => {
  await expect(load({ flags: { config: "missing.json" } })).rejects.toThrow(
    "cannot read missing.json (from --config): ENOENT; give the path of a readable file",
  );
  await expect(load({ env: { ROTA_CONFIG: "." } })).rejects.toThrow("cannot read . (from ROTA_CONFIG): EISDIR");
});

test("a secret is read from its file", async () => {
  await writeFile(join(cwd, "url"), "postgres://ann:pw@db/rota\n");

  const { config } = await load({ env: { ROTA_DATABASE_URL_FILE: "url" } });

  expect(config.databaseUrl).toBe("postgres://ann:pw@db/rota");
});

test("a secret's file that cannot be read is reported together with the other problems", async () => {
  await expect(load({ env: { ROTA_DATABASE_URL_FILE: "./missing", ROTA_LEASE_MS: "x" } })).rejects.toThrow(
    /2 problems:\n- ROTA_DATABASE_URL_FILE names \.\/missing, which cannot be read: ENOENT\n- leaseMs/,
  );
});

test("each start has its own name", async () => {
  const [first, second] = [await load(), await load()];

  expect(first.config.workerId).toContain(`-${String(process.pid)}-`);
  expect(first.config.workerId).not.toBe(second.config.workerId);
});

test("a file without end is refused before it fills the memory", async () => {
  await expect(load({ flags: { config: "/dev/zero" } })).rejects.toThrow("it holds more than 1000000 bytes");
  await expect(load({ env: { ROTA_REDIS_URL_FILE: "/dev/zero" } })).rejects.toThrow("it holds more than 1000000 bytes");
});
