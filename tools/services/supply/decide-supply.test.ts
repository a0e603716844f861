/** Tests of the decision where each service comes from. */
import { describe, expect, test } from "vitest";
import { decideSupply, describeMissing } from "./decide-supply.ts";
import type { SupplyFacts } from "./decide-supply.ts";

const BARE_MACHINE: SupplyFacts = {
  givenUrls: {},
  installed: { redis: false, rabbitmq: false },
  canInstall: false,
  dockerAnswers: false,
  leftOut: [],
};
const EVERYTHING: SupplyFacts = {
  givenUrls: { redis: "redis://127.0.0.1:6379" },
  installed: { redis: true, rabbitmq: true },
  canInstall: true,
  dockerAnswers: true,
  leftOut: [],
};

describe("where a service comes from", () => {
  test("one that the run does without comes from nowhere, whatever is there", () => {
    expect(decideSupply("redis", { ...EVERYTHING, leftOut: ["redis"] })).toEqual({ kind: "left-out" });
    expect(decideSupply("rabbitmq", { ...EVERYTHING, leftOut: ["redis"] })).toEqual({ kind: "installed" });
  });

  test("a given address is taken before anything else", () => {
    expect(decideSupply("redis", EVERYTHING)).toEqual({ kind: "given", url: "redis://127.0.0.1:6379" });
  });

  test("an installed server is started rather than installing one or asking Docker", () => {
    expect(decideSupply("rabbitmq", EVERYTHING)).toEqual({ kind: "installed" });
  });

  test("what is not installed is installed where that is possible", () => {
    const facts = { ...BARE_MACHINE, canInstall: true, dockerAnswers: true };

    expect(decideSupply("redis", facts)).toEqual({ kind: "apt" });
    expect(decideSupply("rabbitmq", facts)).toEqual({ kind: "apt" });
  });

  test("Docker is used where nothing is installed and nothing can be", () => {
    expect(decideSupply("rabbitmq", { ...BARE_MACHINE, dockerAnswers: true })).toEqual({ kind: "docker" });
  });

  test("on a bare machine Redis and RabbitMQ are missing, PostgreSQL is not", () => {
    expect(decideSupply("redis", BARE_MACHINE)).toEqual({ kind: "missing" });
    expect(decideSupply("rabbitmq", BARE_MACHINE)).toEqual({ kind: "missing" });
    expect(decideSupply("postgres", BARE_MACHINE)).toEqual({ kind: "bundled" });
  });

  test("each service is decided for itself", () => {
    const facts = { ...BARE_MACHINE, installed: { redis: true, rabbitmq: false } };

    expect(decideSupply("redis", facts)).toEqual({ kind: "installed" });
    expect(decideSupply("rabbitmq", facts)).toEqual({ kind: "missing" });
  });
});

describe("the error about missing services", () => {
  test("names all of them, the command that installs them and the variables that replace them", () => {
    const message = describeMissing(["redis", "rabbitmq"]);

    expect(message).toContain("redis and rabbitmq");
    expect(message).toMatch(/sudo apt-get install .*redis-server rabbitmq-server/);
    expect(message).toContain("export ROTA_TEST_REDIS_URL=");
    expect(message).toContain("export ROTA_TEST_RABBITMQ_URL=");
  });

  test("says why an installation failed", () => {
    expect(describeMissing(["redis"], "apt-get install failed: no space left")).toContain("no space left");
  });
});
