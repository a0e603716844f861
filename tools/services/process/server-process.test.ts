/** Tests of a server that does not start. */
import { createServer } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { freePorts } from "./free-port.ts";
import { makeServerFolder } from "./run-folder.ts";
import { serverProcess } from "./server-process.ts";

test("a server that ends on start is reported with the end of its log", async () => {
  const server = describeServer("sh", ["-c", "echo cannot open the data; exit 1"]);

  await expect(server.start()).rejects.toThrow(/demo did not start: it ended by itself.*\ncannot open the data/s);

  expect(server.pid()).toBeUndefined();
  await server.dispose();
});

test("a program that is not there is reported by name", async () => {
  const server = describeServer("no-such-server", []);

  await expect(server.start()).rejects.toThrow("no-such-server could not be run");

  await server.dispose();
});

test("a port on which a process listens is not returned as free", async () => {
  const [port = 0] = await freePorts(1);
  const occupant = createServer().listen(port, "127.0.0.1");
  await once(occupant, "listening");

  const ports = await freePorts(200);

  expect(ports).not.toContain(port);
  expect(new Set(ports).size).toBe(200);
  occupant.close();
});

function describeServer(file: string, args: readonly string[]) {
  return serverProcess({
    name: "demo",
    url: "demo://127.0.0.1",
    folder: makeServerFolder("demo"),
    file,
    args,
    handshake: () => Promise.reject(new Error("nothing listens")),
  });
}
