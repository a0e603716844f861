/** Finds loopback ports on which no process listens. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Returns `count` different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let attempt = 0; ports.size < count; attempt++) {
    if (attempt === ATTEMPTS_MAX) throw new Error(`no free port after ${ATTEMPTS_MAX} attempts`);
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

/**
 * Below the range from which systems take ports for outgoing connections: such a connection could otherwise use the
 * port of a server that a test has just killed and wants to start again.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const ATTEMPTS_MAX = 1_000;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => {
      resolve(false);
    });
    server.listen(port, "127.0.0.1", () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
