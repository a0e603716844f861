/** Tests who may read the metrics of a server. */
import { expect, onTestFinished, test } from "vitest";
import { openServer, type OpenedServer, type OpenOptions } from "./open-server.ts";

async function open(config: OpenOptions["config"] = {}): Promise<OpenedServer> {
  const opened = await openServer({ config });
  onTestFinished(() => opened.dispose());
  return opened;
}

async function statuses({ ask, keys }: OpenedServer): Promise<number[]> {
  const callers = [{}, { key: keys.acme }, { key: keys.viewer }];
  const answers = await Promise.all(callers.map((caller) => ask("/metrics", caller)));
  return answers.map(({ status }) => status);
}

test("a server on the loopback address shows its metrics to anyone, in the Prometheus format", async () => {
  const opened = await open();

  const answer = await fetch(new URL("/metrics", opened.url));

  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  expect(await answer.text()).toMatch(/^rota_database_up 1$/m);
  expect(await statuses(opened)).toEqual([200, 200, 200]);
});

test("a server that other machines can reach shows its metrics only to viewers of all tenants", async () => {
  expect(await statuses(await open({ serverHost: "0.0.0.0" }))).toEqual([401, 403, 200]);
});

test("a server that other machines can reach shows its metrics to anyone if so configured", async () => {
  expect(await statuses(await open({ serverHost: "0.0.0.0", metricsOpen: true }))).toEqual([200, 200, 200]);
});
