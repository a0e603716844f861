/** Tests of the private PostgreSQL server. */
import { afterEach, describe, expect, test } from "vitest";
import { listeningAddresses } from "./process/listening-addresses.ts";
import { findInstalledPostgres, startPostgres } from "./postgres-service.ts";
import type { Service } from "./service.ts";
import { postgresAnswers } from "./supply/handshakes.ts";

const started: Service[] = [];
const isInstalled = findInstalledPostgres() !== undefined;

afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.dispose()));
});

describe.each([
  { binaries: "bundled", isThere: true },
  { binaries: "installed", isThere: isInstalled },
] as const)("with $binaries binaries (skipped where there are none)", ({ binaries, isThere }) => {
  test.skipIf(!isThere)("it comes back at the same address after stop and after kill -9", async () => {
    const postgres = await startTracked(binaries);
    const [url, firstPid] = [postgres.url, postgres.pid()];

    await postgres.stop();
    expect(postgres.pid()).toBeUndefined();
    await postgres.start();
    await postgres.kill();
    await expect(postgresAnswers(url)).rejects.toThrow("ECONNREFUSED");
    await postgres.start();

    await postgresAnswers(url);
    expect(postgres.url).toBe(url);
    expect(postgres.pid()).not.toBe(firstPid);
  });
});

test.skipIf(process.platform !== "linux")("PostgreSQL listens on loopback only", async () => {
  const postgres = await startTracked("bundled");

  expect(listeningAddresses(postgres.pid() ?? 0)).toEqual([`127.0.0.1:${new URL(postgres.url).port}`]);
});

async function startTracked(binaries: "bundled" | "installed"): Promise<Service> {
  const service = await startPostgres({ binaries });
  started.push(service);
  return service;
}
