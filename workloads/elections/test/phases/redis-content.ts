/** Reads the whole content of a Redis as bytes. */
import { once } from "node:events";
import { connect } from "node:net";

/** Sends commands one after the other and returns all answers. */
export async function askRedis(url: string, commands: readonly (readonly string[])[]): Promise<Buffer> {
  const { hostname, port, password } = new URL(url);
  const socket = connect(Number(port), hostname);
  const parts: Buffer[] = [];
  socket.on("data", (data: Buffer) => parts.push(data));
  const login = password === "" ? [] : [["AUTH", decodeURIComponent(password)]];
  for (const command of [...login, ...commands, ["QUIT"]]) socket.write(asRequest(command));
  await once(socket, "close");
  return Buffer.concat(parts);
}

/** Returns names and values of all keys: strings and hashes. */
export async function redisContent(url: string): Promise<Buffer> {
  const listed = (await askRedis(url, [["KEYS", "*"]])).toString("latin1");
  const keys = [...listed.matchAll(/\$\d+\r\n([^\r]*)\r\n/g)].map(([, key = ""]) => key);
  const values = await askRedis(
    url,
    keys.flatMap((key) => [
      ["GET", key],
      ["HGETALL", key],
    ]),
  );
  return Buffer.concat([Buffer.from(listed, "latin1"), values]);
}

function asRequest(words: readonly string[]): string {
  const written = words.map((word) => `$${String(Buffer.byteLength(word))}\r\n${word}\r\n`);
  return `*${String(words.length)}\r\n${written.join("")}`;
}
