/** A private Erlang port mapper: nodes find each other through it, and it ends with the last of them. */
import { createConnection } from "node:net";
import { makeServerFolder } from "../process/run-folder.ts";
import { serverProcess } from "../process/server-process.ts";
import type { Service } from "../service.ts";

/** Started explicitly and in the foreground, because the one that a node starts outlives every node. */
export async function startEpmd(file: string, port: number): Promise<Service> {
  const epmd = serverProcess({
    name: "epmd",
    url: `epmd://127.0.0.1:${port}`,
    folder: makeServerFolder("epmd"),
    file,
    args: ["-address", "127.0.0.1", "-port", String(port)],
    handshake: () => portOpens(port),
  });
  await epmd.start();
  return epmd;
}

function portOpens(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: "127.0.0.1", port });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
  });
}
