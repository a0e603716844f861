/** Tests of the signatures with which receivers check the sender of a request. */
import { createPublicKey, verify } from "node:crypto";
import fc from "fast-check";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, test } from "vitest";
import { generateSecret, parseSecret, readSigningKey } from "./endpoint-keys.ts";
import { requestHeaders, signBody, type SigningKeys } from "./sign-body.ts";

/** Computed by other implementations: HMAC in Python, Ed25519 by OpenSSL. */
const VECTOR = {
  body: '{"event_type":"order.invoice.sent","event_id":"88888888-8888-4888-8888-888888888888","occurred_at":"2026-01-02T03:04:06.500000Z","tenant_id":"11111111-1111-4111-8111-111111111111","data":{"invoice_id":"44444444-4444-4444-8444-444444444444","order_id":"33333333-3333-4333-8333-333333333333"}}',
  id: "88888888-8888-4888-8888-888888888888",
  timestamp: 1_767_323_047,
  secret: "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
  previous: "whsec_//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eA=",
  /** The first key of RFC 8032, section 7.1. */
  seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
  v1: "v1,ymcEHZdIyNHaLuRnbqv0zvqtsA1Mw/eoPvvLAJqTKiU=",
  v1Previous: "v1,56xyvNZ72sMdbRl8ncYn4fhH5FINmMYxIIfT+rKe7QI=",
  v1a: "v1a,gEHn3UHMFKB4XbiiiSA4am2LZ3vg55L9sRcHyzJ5W4qWMe8Tp1UmvCIdOgKMfuQTfioABFx2kHETj1P+1ONWCw==",
  verificationKey: "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
};
const body = Buffer.from(VECTOR.body);
const request = { id: VECTOR.id, sentAt: new Date(VECTOR.timestamp * 1_000 + 999), body };
const decoded: SigningKeys = { current: parseSecret(VECTOR.secret), signatureKey: "decoded" };
const ed25519 = readSigningKey(Buffer.from(VECTOR.seed, "hex"));

describe("the signatures are those of the vectors", () => {
  test("with one secret", () => {
    expect(signBody(request, decoded)).toEqual({
      "webhook-id": VECTOR.id,
      "webhook-timestamp": String(VECTOR.timestamp),
      "webhook-signature": VECTOR.v1,
    });
  });

  test("with the secret before it", () => {
    const headers = signBody(request, { ...decoded, previous: parseSecret(VECTOR.previous) });

    expect(headers["webhook-signature"]).toBe(`${VECTOR.v1} ${VECTOR.v1Previous}`);
  });

  test("with a key of Ed25519, whose public half is shown", () => {
    expect(signBody(request, { ...decoded, ed25519 })["webhook-signature"]).toBe(`${VECTOR.v1} ${VECTOR.v1a}`);
    expect(ed25519.verificationKey).toBe(VECTOR.verificationKey);
  });
});

describe("the headers of a request", () => {
  const delivery = { deliveryId: "d-1", eventId: VECTOR.id, eventType: "order.invoice.sent", attempt: 2, body };
  const sentAt = request.sentAt;

  test("name the event, the delivery and the attempt", () => {
    expect(requestHeaders({ ...delivery, sentAt }, decoded, [])).toEqual({
      "content-type": "application/json",
      "user-agent": "Rota-Webhooks/1",
      "x-rota-event-type": "order.invoice.sent",
      "x-rota-delivery-id": "d-1",
      "x-rota-attempt": "2",
      ...signBody(request, decoded),
    });
  });

  test("have those of a format beside them, which replace none", () => {
    const shop = { name: "shop", headers: () => ({ "x-shop": "1", "webhook-signature": "v1,forged" }) };
    const headers = requestHeaders({ ...delivery, sentAt }, decoded, [shop]);

    expect([headers["x-shop"], headers["webhook-signature"]]).toEqual(["1", VECTOR.v1]);
  });
});

const verifiers = [
  ["standardwebhooks", (secret: string) => new StandardWebhook(secret)],
  ["svix", (secret: string) => new SvixWebhook(secret)],
] as const;

describe.each(verifiers)("the public verifier %s", (_, verifierOf) => {
  const [current, previous] = [generateSecret(), generateSecret()];
  const signedAt = (sentAt: Date, keys: Partial<SigningKeys> = {}) => ({
    ...signBody({ ...request, sentAt }, { current, signatureKey: "shown", ed25519, ...keys }),
  });

  test("accepts a request and returns its body", () => {
    expect(verifierOf(current.shown).verify(VECTOR.body, signedAt(new Date()))).toEqual(JSON.parse(VECTOR.body));
  });

  test("accepts both secrets during the overlap, and only the new one after it", () => {
    const overlapping = signedAt(new Date(), { previous });

    expect(verifierOf(current.shown).verify(VECTOR.body, overlapping)).toBeTruthy();
    expect(verifierOf(previous.shown).verify(VECTOR.body, overlapping)).toBeTruthy();
    expect(() => verifierOf(previous.shown).verify(VECTOR.body, signedAt(new Date()))).toThrow();
  });

  test("refuses a request that is replayed after six minutes", () => {
    const old = signedAt(new Date(Date.now() - 6 * 60_000));

    expect(() => verifierOf(current.shown).verify(VECTOR.body, old)).toThrow(/too old/);
  });

  test("refuses another body, another id and another time", () => {
    const headers = signedAt(new Date());
    const verify = (sent: string, changed: Record<string, string>) =>
      verifierOf(current.shown).verify(sent, { ...headers, ...changed });

    expect(() => verify(VECTOR.body.replace("sent", "paid"), {})).toThrow();
    expect(() => verify(VECTOR.body, { "webhook-id": "other" })).toThrow();
    expect(() => verify(VECTOR.body, { "webhook-timestamp": String(Math.floor(Date.now() / 1_000) - 9) })).toThrow();
  });
});

test("an Ed25519 signature is verified with the key that is shown, for all bodies", () => {
  const der = Buffer.concat([
    Buffer.from("302a300506032b6570032100", "hex"),
    Buffer.from(ed25519.verificationKey.slice("whpk_".length), "base64"),
  ]);
  const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (sent) => {
      const headers = signBody({ ...request, body: sent }, { ...decoded, ed25519 });
      const signature = headers["webhook-signature"]?.split(" v1a,")[1] ?? "";
      const text = Buffer.concat([Buffer.from(`${VECTOR.id}.${String(VECTOR.timestamp)}.`), sent]);

      expect(verify(null, text, publicKey, Buffer.from(signature, "base64"))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

describe("secrets", () => {
  test("of 24 to 64 bytes are accepted, shorter and longer ones refused", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const shown = `whsec_${Buffer.from(bytes).toString("base64")}`;
        if (bytes.length >= 24 && bytes.length <= 64) expect(parseSecret(shown).bytes).toEqual(bytes);
        else expect(() => parseSecret(shown)).toThrow(/24 to 64 bytes/);
      }),
    );
  });

  test.each([
    "",
    "whsec_",
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    "whsec_not base64 at all, but long enough!",
  ])("%j is refused, and not repeated in the error", (text) => {
    expect(() => parseSecret(text)).toThrow(expect.objectContaining({ code: "WEBHOOK_INVALID" }));
    expect(() => parseSecret(text)).toThrow(/^secret must be whsec_ and the base64 of/);
  });

  test("are different each time", () => {
    expect(generateSecret().shown).not.toBe(generateSecret().shown);
  });
});
