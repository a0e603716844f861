/** Adds TLS to a server that has none, with a certificate made for the test. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { promisify } from "node:util";

export type TlsProxy = {
  readonly port: number;
  /** File of the self-signed certificate of localhost. */
  readonly rootFile: string;
  readonly close: () => Promise<void>;
};

export async function startTlsProxy(target: { host: string; port: number }): Promise<TlsProxy> {
  const folder = await mkdtemp(join(tmpdir(), "rota-tls-"));
  const rootFile = join(folder, "certificate.pem");
  const keyFile = join(folder, "key.pem");
  await makeCertificate(rootFile, keyFile);
  const identity = { cert: await readFile(rootFile), key: await readFile(keyFile) };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    client.once("data", () => {
      client.write("S"); // accepts the request for TLS
      const secure = new TLSSocket(client, { isServer: true, ...identity });
      const upstream = connect(target.port, target.host);
      secure.pipe(upstream).pipe(secure);
      for (const socket of [client, secure, upstream]) sockets.add(socket.on("error", () => socket.destroy()));
      client.on("close", () => upstream.destroy());
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    rootFile,
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), "close");
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns whether openssl, which makes certificates, is installed. */
export async function hasOpenssl(): Promise<boolean> {
  return promisify(execFile)("openssl", ["version"]).then(
    () => true,
    () => false,
  );
}

export async function makeCertificate(certificateFile: string, keyFile: string): Promise<void> {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", keyFile, "-out", certificateFile];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  await promisify(execFile)("openssl", ["req", "-x509", ...kind, ...subject, ...files]);
}
