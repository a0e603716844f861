/** Tests that receivers of the replaced passport compiler accept the requests. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { SigningKeys } from "@rota/engine/workload";
import { expect, test } from "vitest";
import { bpcFormat, bpcHeadersFormat } from "./bpc-webhooks.ts";

const TEXT =
  '{"event_type":"passport.version.signed","event_id":"88888888-8888-4888-8888-888888888888","occurred_at":"2026-01-02T03:04:06.500000Z","tenant_id":"11111111-1111-4111-8111-111111111111","data":{"passport_version_id":"44444444-4444-4444-8444-444444444444","passport_id":"33333333-3333-4333-8333-333333333333","signing_key_id":"rfc8032-test-1"}}';
const BODY = Buffer.from(TEXT);
const secretOf = (bytes: Uint8Array) => ({ bytes, shown: `whsec_${Buffer.from(bytes).toString("base64")}` });
const headersOf = (keys: SigningKeys): Readonly<Record<string, string>> => {
  const ids = { deliveryId: "d-1", eventId: "e-1", eventType: "passport.version.signed" };
  return bpcHeadersFormat.headers({ ...ids, attempt: 2, body: BODY, sentAt: new Date() }, keys);
};

/** Computed by two other implementations, in Node and in Python, with the bytes 0 to 31 and 255 down to 224. */
const SIGNATURE = "sha256=c4d12acc4df7571dbc1e9714a6b42daeb695ad04272dd020b685ca55ac6b72b2";
const PREVIOUS = "sha256=12ed5ce0160a3b99768a2233af8ba076de826dd1969c274fe58bf1c1d6135e3d";

test("the headers name event, delivery and attempt, and sign the body with both secrets", () => {
  const current = secretOf(Uint8Array.from({ length: 32 }, (_, index) => index));
  const previous = secretOf(Uint8Array.from({ length: 32 }, (_, index) => 255 - index));
  const headers = {
    "x-bpc-event-type": "passport.version.signed",
    "x-bpc-delivery-id": "d-1",
    "x-bpc-attempt": "2",
    "x-bpc-signature": SIGNATURE,
  };

  expect(headersOf({ current, signatureKey: "decoded" })).toEqual(headers);
  expect(headersOf({ current, previous, signatureKey: "decoded" })).toEqual({
    ...headers,
    "x-bpc-signature-previous": PREVIOUS,
  });
});

/** Recipe that the replaced system gave to receivers. */
const RECIPE = `
import hmac
import hashlib

def verify_signature(secret, body_bytes, signature_header):
    expected = hmac.new(secret.encode(), body_bytes, hashlib.sha256).hexdigest()
    provided = signature_header.removeprefix("sha256=")
    return hmac.compare_digest(expected, provided)
`;

/** Python 3.9 or later is needed, as the recipe itself needs it. */
function runRecipe(secret: string, sent: Uint8Array, header: string): string {
  const program = `${RECIPE}\nimport sys\nprint(verify_signature(sys.argv[1], sys.stdin.buffer.read(), sys.argv[2]))`;
  const ran = spawnSync("python3", ["-c", program, secret, header], { input: sent });
  if (ran.error !== undefined) throw new Error("python3 is not on this machine: install it to run this test");
  return `${String(ran.stdout)}${String(ran.stderr)}`.trim();
}

test("the recipe of the replaced system, run unchanged in Python, accepts a request and refuses another body", () => {
  const secret = secretOf(randomBytes(32));
  const header = headersOf({ current: secret, signatureKey: "shown" })["x-bpc-signature"] ?? "";

  expect(runRecipe(secret.shown, BODY, header)).toBe("True");
  expect(runRecipe(secret.shown, Buffer.from(`${TEXT} `), header)).toBe("False");
  expect(runRecipe(secretOf(randomBytes(32)).shown, BODY, header)).toBe("False");
});

const EVENT = {
  eventId: "88888888-8888-4888-8888-888888888888",
  tenant: "acme",
  occurredAt: "2026-01-02T03:04:06.500000Z",
  aggregate: { type: "PassportVersion", id: "44444444-4444-4444-8444-444444444444" },
};

test("a body of the format bpc has the members of the replaced system in their order, and no others", () => {
  const data = {
    passport_version_id: EVENT.aggregate.id,
    signing_key_id: "dev-key-1",
    aggregate_type: "PassportVersion",
    aggregate_id: EVENT.aggregate.id,
  };
  const body = bpcFormat.body?.({ ...EVENT, eventType: "passport.version.signed", dataText: JSON.stringify(data) });

  expect(body).toBe(
    JSON.stringify({
      event_id: EVENT.eventId,
      event_type: "PASSPORT_SIGNED",
      aggregate_type: "PassportVersion",
      aggregate_id: EVENT.aggregate.id,
      occurred_at: EVENT.occurredAt,
      payload: { passport_version_id: EVENT.aggregate.id, key_id: "dev-key-1" },
    }),
  );
});

test("an event that the replaced system did not have keeps its name and every digit of its payload", () => {
  const dataText = '{"cents":12345678901234567890.10}';
  const body = bpcFormat.body?.({ ...EVENT, aggregate: undefined, eventType: "task.completed", dataText });

  expect(body).toContain('"event_type":"task.completed","aggregate_type":null,"aggregate_id":null');
  expect(body?.endsWith(`,"payload":${dataText}}`)).toBe(true);
});

test.each([
  ["passport.version.signed", "PASSPORT_SIGNED"],
  ["passport.version.active", "PASSPORT_ACTIVATED"],
  ["passport.version.revoked", "PASSPORT_REVOKED"],
  ["rules.version.published", "RULES_PUBLISHED"],
  ["document.version.validated", "FACTS_PARSED"],
  ["bpc.ping", "bpc.ping"],
])("the event %s is %s there", (eventType, expected) => {
  const request = { eventType, deliveryId: "d-1", eventId: "e-1", attempt: 1, body: BODY, sentAt: new Date() };
  const headers = bpcFormat.headers(request, { current: secretOf(randomBytes(32)), signatureKey: "shown" });

  expect(headers["x-bpc-event-type"]).toBe(expected);
});
