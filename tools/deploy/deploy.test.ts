/** Tests that deploy/ agrees with the product: options, metrics, packages and limits. Images are not built here. */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createEngine, migrate, openPostgres, silentLogger } from "@rota/engine";
import { environmentName, optionNames, sqlScript } from "@rota/engine/internal";
import { createMetrics } from "@rota/server/metrics";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { promtool } from "../services/promtool.ts";
import { serviceUrl } from "../services/service-urls.ts";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");
const path = (name: string): string => new URL(name, ROOT).pathname;

/** Returns the values and legends of the dashboard, and the conditions of the rules. */
function expressions(): string[] {
  const texts = [
    read("deploy/grafana/dashboards/rota.json"),
    JSON.stringify(parse(read("deploy/prometheus/rules.yml"))),
  ];
  return texts.flatMap((text) => [...text.matchAll(/"expr":\s?"((?:[^"\\]|\\.)*)"/g)].map(([, found = ""]) => found));
}

type Service = { readonly mem_limit?: string; readonly deploy?: { readonly replicas?: number } };

function services(): Readonly<Record<string, Service>> {
  const file: unknown = parse(read("deploy/compose.yaml"), { merge: true });
  if (!isComposeFile(file)) throw new Error("deploy/compose.yaml has no services");
  return file.services;
}

function isComposeFile(file: unknown): file is { readonly services: Record<string, Service> } {
  return typeof file === "object" && file !== null && "services" in file && typeof file.services === "object";
}

async function metricNames(): Promise<Set<string>> {
  const schema = `test_${randomBytes(8).toString("hex")}`;
  const limits = { poolSize: 2, statementTimeoutMs: 120_000, connectTimeoutMs: 120_000 };
  const database = await openPostgres({ url: serviceUrl("postgres"), schema, ...limits, logger: silentLogger });
  onTestFinished(async () => {
    await database.query(sqlScript(`drop schema if exists ${schema} cascade`));
    await database.close();
  });
  await migrate(database);
  const engine = await createEngine({ tasks: [], database, logger: silentLogger });
  onTestFinished(() => engine.stop());
  const text = await createMetrics({ engine }).read();
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set(names);
}

test("every variable that deploy/ sets is an option", () => {
  const known = new Set(optionNames().map(environmentName));

  const used = [read("deploy/compose.yaml"), read("deploy/Dockerfile")].join("\n").match(/ROTA_[A-Z0-9_]+/g) ?? [];

  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

test("every metric of the dashboard and of the rules is exported at /metrics", async () => {
  const exported = await metricNames();

  const used = expressions().flatMap((text) => text.match(/\b(?:rota|rabbitmq)_[a-z_]+/g) ?? []);

  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((name) => !exported.has(name))).toEqual([]);
});

test("promtool accepts the rules and the settings of Prometheus", async () => {
  const rules = await promtool(["check", "rules", path("deploy/prometheus/rules.yml")]);
  const settings = await promtool(["check", "config", path("deploy/prometheus/prometheus.yml")]);

  expect(rules.succeeded, rules.output).toBe(true);
  expect(settings.succeeded, settings.output).toBe(true);
});

test("alerts go off when they should, and not otherwise", async () => {
  const { succeeded, output } = await promtool(["test", "rules", path("deploy/prometheus/rules.test.yml")]);

  expect(succeeded, output).toBe(true);
});

test("the whole stack fits a server of 4 GB, and RabbitMQ has 512 MiB", () => {
  const limits = Object.entries(services()).map(([name, { mem_limit: limit, deploy }]) => {
    expect(limit, name).toMatch(/^\d+m$/);
    return Number.parseInt(limit ?? "", 10) * (deploy?.replicas ?? 1);
  });

  expect(services()["rabbitmq"]?.mem_limit).toBe("512m");
  expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThan(4_000 - 500); // the rest is the system's
});

test("RabbitMQ has the settings of the source", () => {
  const lines = read("deploy/rabbitmq/rabbitmq.conf").split("\n");

  for (const line of [
    "vm_memory_high_watermark.relative = 0.4",
    "disk_free_limit.absolute = 1GB",
    "default_vhost = /",
    "management.tcp.port = 15672",
    "listeners.tcp.default = 5672",
    "num_acceptors.tcp = 10",
  ])
    expect(lines).toContain(line);
});

test("the image is built of every package and workload, and runs as an unprivileged user", () => {
  const dockerfile = read("deploy/Dockerfile");

  for (const folder of ["packages", "workloads"]) {
    for (const name of readdirSync(new URL(`${folder}/`, ROOT)))
      expect(dockerfile).toContain(`COPY ${folder}/${name}/package.json ${folder}/${name}/`);
    expect(dockerfile).toContain(`/build/${folder} ./${folder}`);
  }
  expect(dockerfile).toContain("RUN npx tsx tools/build.ts");
  expect(
    dockerfile
      .trimEnd()
      .split("\n")
      .findLast((line) => line.startsWith("USER ")),
  ).toBe("USER node");
});
