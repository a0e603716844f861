/** Tests of how services are found, on this machine and for a user without them. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compiledUrl } from "../compiled/compiled-url.ts";
import { freePorts } from "./process/free-port.ts";
import { resolveServices } from "./resolve-services.ts";
import { serviceUrl } from "./service-urls.ts";

let emptyFolder: string;

beforeEach(() => {
  emptyFolder = mkdtempSync(join(tmpdir(), "rota-resolve-"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(emptyFolder, { recursive: true });
});

test("for a normal user without the servers, one error names everything that is missing and how to get it", () => {
  const { status, stderr } = resolveAsNormalUser({ PATH: emptyFolder, ROTA_SERVICE_BINARIES: emptyFolder });

  expect(status).toBe(3);
  expect(stderr).toMatch(/^SERVICES_MISSING: The tests need redis and rabbitmq/);
  expect(stderr).toMatch(/sudo apt-get install .*redis-server rabbitmq-server/);
});

test("a given address that does not answer is named with its variable and without its password", async () => {
  const [port = 0] = await freePorts(1);
  vi.stubEnv("ROTA_TEST_REDIS_URL", `redis://:hidden@127.0.0.1:${port}`);
  vi.stubEnv("ROTA_TEST_RABBITMQ_URL", `amqp://guest:hidden@127.0.0.1:${port}`);
  vi.stubEnv("ROTA_TEST_POSTGRES_URL", `postgres://rota:hidden@127.0.0.1:${port}/rota`);

  const refusal: unknown = await resolveServices(() => undefined).catch((error: unknown) => error);

  expect(refusal).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  for (const name of ["REDIS", "RABBITMQ", "POSTGRES"])
    expect(String(refusal)).toContain(`ROTA_TEST_${name}_URL names`);
  expect(String(refusal)).not.toContain("hidden");
});

test("a given address of another kind of server is refused", async () => {
  vi.stubEnv("ROTA_TEST_REDIS_URL", "http://127.0.0.1:6379");

  await expect(resolveServices(() => undefined)).rejects.toThrow(
    "ROTA_TEST_REDIS_URL is not a URL that starts with redis://",
  );
});

test("given addresses that answer are taken as they are", async () => {
  const [postgres, redis, rabbitmq] = [serviceUrl("postgres"), serviceUrl("redis"), serviceUrl("rabbitmq")];

  const supplies = await resolveServices(() => undefined);

  expect(supplies).toEqual({
    postgres: { kind: "given", url: postgres },
    redis: { kind: "given", url: redis },
    rabbitmq: { kind: "given", url: rabbitmq },
  });
});

test("a test that asks for a service outside of a run fails with the command that runs it", () => {
  vi.stubEnv("ROTA_TEST_REDIS_URL", "");

  expect(() => serviceUrl("redis")).toThrow('ROTA_TEST_REDIS_URL is not set: run the test by "npx vitest run <file>"');
});

/**
 * Changes from root to an unprivileged user after the sources are loaded, because other users cannot read a clone below
 * /root.
 */
function resolveAsNormalUser(env: NodeJS.ProcessEnv): { status: number | null; stderr: string } {
  const UNPRIVILEGED_ID = 65_534;
  const script = `
    import { resolveServices } from ${JSON.stringify(compiledUrl(new URL("resolve-services.ts", import.meta.url)))};
    if (process.getuid() === 0) { process.setgroups([]); process.setgid(${UNPRIVILEGED_ID}); process.setuid(${UNPRIVILEGED_ID}); }
    await resolveServices(console.log).catch((error) => {
      console.error(error.code + ": " + error.message);
      process.exitCode = 3;
    });`;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    env,
    encoding: "utf8",
    cwd: import.meta.dirname,
  });
}
