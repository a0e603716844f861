/** What the built-in receiver takes and what it refuses. */
import { signBody } from "@rota/engine/internal";
import { expect, onTestFinished, test } from "vitest";
import { openReceiver } from "./webhook-receiver.ts";

const BYTES = Buffer.alloc(32, 7);
const SHOWN = `whsec_${BYTES.toString("base64")}`;
const BODY = Buffer.from('{"event_type":"passport.version.active"}');

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

test("a delivery is taken when it is signed with the secret, and not later than five minutes", async () => {
  const { url, trust } = await openAsked();
  const now = new Date();
  trust(SHOWN);

  const old = new Date(now.getTime() - 3_600_000);

  expect(await post(url, signed(now))).toBe(204);
  expect(await post(url, signed(old))).toBe(401);
});

test("a changed body, another secret and no signature are refused", async () => {
  const { url, trust } = await openAsked();
  trust(SHOWN);

  expect(await post(url, signed(new Date()), Buffer.from("{}"))).toBe(401);
  expect(await post(url, signed(new Date(), Buffer.alloc(32, 8)))).toBe(401);
  expect(await post(url, {})).toBe(401);
});

test("before it knows its secret it asks to be told again later", async () => {
  const { url } = await openAsked();

  expect(await post(url, signed(new Date()))).toBe(503);
});
