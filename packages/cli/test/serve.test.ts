/** Tests where `rota serve` refuses to listen, with the way out. */
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openCliSchema, type CliSchema } from "./cli-schema.ts";
import { runHere } from "./run-here.ts";

let schema: CliSchema;
beforeAll(async () => {
  schema = await openCliSchema();
});
afterAll(() => schema.dispose());

const serve = (...words: string[]) => runHere(["serve", "--no-work", ...words, ...schema.words]);

test("an address in use is refused with the way out", async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;

  const { exitCode, err } = await serve("--server-port", String(port));

  expect(exitCode).toBe(4);
  expect(err).toMatch(/^rota: SERVER_ADDRESS_TAKEN: .*choose another serverPort/m);
});

test("an address that others can reach is refused while no key protects it", async () => {
  const { exitCode, err } = await serve("--server-host", "0.0.0.0", "--server-port", "0");

  expect(exitCode).toBe(2);
  expect(err).toContain("SERVER_UNPROTECTED");
});
