/** A test that breaks a server of its own can rely on its start, its end and its rows. */
import { expect, onTestFinished, test } from "vitest";

import { Client } from "pg";

import { makeRows, readRows, storeRow } from "../test/bundled-rows.sql.ts";
import { newDataDir } from "../test/bundled-support.ts";
import type { Sql } from "@rota/engine";
import { findBinaries } from "./binaries.ts";
import { createStandaloneServer } from "./standalone-server.ts";

test.each([
  ["on a port", false],
  ["on a socket", true],
])("a killed server %s has every committed row when it is started again at the same address", async (_, isOnSocket) => {
  const binaries = findBinaries();
  if ("missing" in binaries) throw new Error(binaries.missing);
  const folder = await newDataDir();
  const server = await createStandaloneServer({ folder, binaries, copyBinaries: true, isOnSocket });
  onTestFinished(() => server.stop());
  await server.start();
  await ask(server.url, makeRows());
  await ask(server.url, storeRow("kept"));

  await server.kill("SIGKILL");
  const whileDown = server.pid();
  await server.start();

  expect(whileDown).toBeUndefined();
  expect(await ask(server.url, readRows())).toEqual([{ id: "kept" }]);
});

async function ask(url: string, { text, values }: Sql): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
  await client.end();
  return rows;
}
