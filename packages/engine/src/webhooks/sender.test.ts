/** Tests that requests go only to addresses that were checked. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../runtime/clock.ts";
import { hasOpenssl, makeCertificate } from "../../test/support/tls-proxy.ts";
import { startTestReceiver, type TestReceiverOptions } from "../../test/support/test-receiver.ts";
import { createUrlGuard, type UrlGuardOptions } from "./url-guard.ts";
import { createSender } from "./sender.ts";

const request = { headers: { "content-type": "application/json" }, body: Buffer.from("{}"), timeoutMs: 5_000 };
const strict = { allowHttp: false, allowedHosts: [] };

function openSender(options: Partial<UrlGuardOptions> = {}) {
  const sender = createSender({ guard: createUrlGuard({ ...strict, ...options }), clock: systemClock });
  onTestFinished(() => sender.close());
  return sender;
}

async function openReceiver(options: TestReceiverOptions = {}) {
  const receiver = await startTestReceiver(options);
  onTestFinished(() => receiver.close());
  return receiver;
}

test.each([
  "https://127.0.0.1:PORT/",
  "http://127.0.0.1:PORT/",
  "http://localhost:PORT/",
  "http://2130706433:PORT/",
  "http://0x7f000001:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://0:PORT/",
  "http://[::1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
])("nothing is sent to %s", async (pattern) => {
  const receiver = await openReceiver();
  const url = pattern.replace("PORT", String(receiver.port));

  expect((await openSender({ allowHttp: true }).send({ ...request, url })).outcome).toMatchObject({ kind: "blocked" });
  expect(receiver.requests).toEqual([]);
});

/** Returns an address that no other run of these tests uses, on an allowed port. */
const OWN_ADDRESS = `127.77.${String((process.pid >> 8) & 255)}.${String(process.pid & 255)}`;
const isLinux = process.platform === "linux";

describe.skipIf(!isLinux)("on a port that may be used (other systems have one loopback address only)", () => {
  test("nothing is sent to a name that resolves to a private address, alone or beside a public one", async () => {
    const receiver = await openReceiver({ address: OWN_ADDRESS, port: 8080 });
    for (const addresses of [[OWN_ADDRESS], ["93.184.215.14", OWN_ADDRESS]]) {
      const resolve = async () => addresses.map((address) => ({ address, family: 4 as const }));
      const sender = openSender({ allowHttp: true, resolve });
      const { outcome } = await sender.send({ ...request, url: "http://hooks.example.com:8080/" });

      expect(outcome).toMatchObject({ kind: "blocked" });
    }
    expect(receiver.requests).toEqual([]);
  });

  test("a name is not looked up again after it was checked", async () => {
    const receiver = await openReceiver({ address: OWN_ADDRESS, port: 8080 });
    const resolve = vi.fn(async () => [{ address: "192.0.2.1", family: 4 as const }]);
    const guard = {
      ...createUrlGuard({ ...strict, allowHttp: true }),
      admit: async (url: string) => ({ url: new URL(url), addresses: [{ address: OWN_ADDRESS, family: 4 as const }] }),
    };
    const sender = createSender({ guard, clock: systemClock });
    onTestFinished(() => sender.close());
    // The name does not exist: only the address that the guard admitted can have led there.
    const { outcome } = await sender.send({ ...request, url: "http://name.invalid:8080/" });

    expect(outcome).toMatchObject({ kind: "answered", status: 200 });
    expect(receiver.requests[0]?.headers.host).toBe("name.invalid:8080");
    expect(resolve).not.toHaveBeenCalled();
  });
});

test("a redirect is not followed, wherever it leads", async () => {
  const [receiver, inside] = [await openReceiver(), await openReceiver()];
  const sender = openSender({ allowedHosts: [receiver.host] });
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answer((response) => response.writeHead(status, { location: inside.url }).end());

    expect((await sender.send({ ...request, url: receiver.url })).outcome).toMatchObject({ kind: "answered", status });
  }
  expect(inside.requests).toEqual([]);
});

test("a proxy of the environment is not used", async () => {
  const [receiver, proxy] = [await openReceiver(), await openReceiver()];
  for (const name of ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"]) vi.stubEnv(name, proxy.url);
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const sender = openSender({ allowedHosts: [receiver.host] });

  expect((await sender.send({ ...request, url: receiver.url })).outcome).toMatchObject({ status: 200 });
  expect(proxy.requests).toEqual([]);
});

test("a name that cannot be resolved is a failure of DNS", async () => {
  const resolve = async (): Promise<never> => {
    throw Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" });
  };
  const { outcome } = await openSender({ resolve }).send({ ...request, url: "https://hooks.example.com/" });

  expect(outcome).toMatchObject({ kind: "unanswered", errorClass: "DNS" });
});

test("a name whose lookup gets no answer ends with the time limit of the request", async () => {
  const resolve = () => new Promise<never>(() => undefined);
  const { outcome } = await openSender({ resolve }).send({
    ...request,
    url: "https://hooks.example.com/",
    timeoutMs: 100,
  });

  expect(outcome).toMatchObject({ kind: "unanswered", errorClass: "TIMEOUT" });
});

test.skipIf(!(await hasOpenssl()))(
  "a certificate that nobody vouches for is a failure of TLS, whatever the environment allows",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "rota-webhook-tls-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [certFile, keyFile] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
    await makeCertificate(certFile, keyFile);
    const tls = { cert: await readFile(certFile), key: await readFile(keyFile) };
    const receiver = await openReceiver({ tls });
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    onTestFinished(() => void vi.unstubAllEnvs());
    const warned = vi.spyOn(process, "emitWarning").mockReturnValue(); // Node warns of the variable, in the output of the tests
    onTestFinished(() => warned.mockRestore());
    const { outcome } = await openSender({ allowedHosts: [receiver.host] }).send({ ...request, url: receiver.url });

    expect(outcome).toMatchObject({ kind: "unanswered", errorClass: "TLS" });
    expect(receiver.requests).toEqual([]);
  },
);

test("a receiver without TLS is a failure of TLS", async () => {
  const receiver = await openReceiver();
  const url = receiver.url.replace("http:", "https:");

  expect((await openSender({ allowedHosts: [receiver.host] }).send({ ...request, url })).outcome).toMatchObject({
    errorClass: "TLS",
  });
});

test("a request that is aborted throws the reason, since its outcome is unknown", async () => {
  const receiver = await openReceiver();
  const stop = new AbortController();
  receiver.answer(() => stop.abort(new Error("the worker stops")));
  const sent = openSender({ allowedHosts: [receiver.host] }).send({
    ...request,
    url: receiver.url,
    signal: stop.signal,
  });

  await expect(sent).rejects.toThrow("the worker stops");
});
