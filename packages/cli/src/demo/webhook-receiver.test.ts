/** Tests which deliveries the built-in receiver accepts. */
import { signBody } from "@rota/engine/internal";
import { expect, onTestFinished, test } from "vitest";
import { openReceiver } from "./webhook-receiver.ts";

const BYTES = Buffer.alloc(32, 7);
const SHOWN = `whsec_${BYTES.toString("base64")}`;
const BODY = Buffer.from('{"event_type":"library.book.lent"}');

async function openAsked() {
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

function signed(sentAt: Date, bytes: Buffer = BYTES): Record<string, string> {
  const current = { shown: SHOWN, bytes };
  return { ...signBody({ id: "event-1", sentAt, body: BODY }, { current, signatureKey: "shown" }) };
}

const post = async (url: string, headers: Record<string, string>, body: Buffer = BODY) =>
  (await fetch(url, { method: "POST", headers, body: new Uint8Array(body) })).status;

test("a delivery is accepted when it is signed with the secret and at most five minutes old", async () => {
  const { url, trust } = await openAsked();
  const now = new Date();
  trust(SHOWN);

  const old = new Date(now.getTime() - 3_600_000);

  expect(await post(url, signed(now))).toBe(204);
  expect(await post(url, signed(old))).toBe(401);
});

test("a changed body, another secret and a missing signature are refused", async () => {
  const { url, trust } = await openAsked();
  trust(SHOWN);

  expect(await post(url, signed(new Date()), Buffer.from("{}"))).toBe(401);
  expect(await post(url, signed(new Date(), Buffer.alloc(32, 8)))).toBe(401);
  expect(await post(url, {})).toBe(401);
});

test("a receiver without a secret asks for a later delivery", async () => {
  const { url } = await openAsked();

  expect(await post(url, signed(new Date()))).toBe(503);
});
