/** Tests of the public view of a passport: by tier, by a scanned code, and verifiable without trust in the server. */
import { createKey } from "@rota/engine/admin";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isJsonObject, memberOf } from "../../src/core/canonical/canonical-json.ts";
import { readJson } from "../../src/core/canonical/read-json.ts";
import { readPassportFile } from "../../src/core/passport/passport-file.ts";
import { readVerificationKeys } from "../../src/core/passport/verification-key.ts";
import { verifyDisclosed } from "../../src/verify/verify-disclosed.ts";
import { verifyPassport } from "../../src/verify/verify-passport.ts";
import { refused, expectBody } from "../life/answers.ts";
import { openWorld, type World } from "../life/world.ts";
import {
  postAction,
  createPassport,
  giveKey,
  prepare,
  requestVersion,
  untilDrawn,
  type Ground,
} from "./version-steps.ts";

let world: World;
let ground: Ground;
let versionId: string;
let keys: Record<"interested" | "authority" | "foreign", string>;

beforeAll(async () => {
  giveKey();
  world = await openWorld();
  ground = await prepare(world);
  const passportId = await createPassport(world, ground, "SN-1");
  ({ versionId } = await requestVersion(world, passportId, ground));
  await untilDrawn(world, versionId);
  const keyOf = async (role: string, tenant?: string) =>
    (await createKey(world.database, { name: role, roles: [role], ...(tenant === undefined ? {} : { tenant }) })).key;
  keys = {
    interested: await keyOf("passport:interested"),
    authority: await keyOf("passport:authority"),
    foreign: await keyOf("viewer", "acme"),
  };
});
afterAll(async () => {
  await world.dispose();
  vi.unstubAllEnvs();
});

const Shown = Type.Object({
  status: Type.String(),
  tier: Type.String(),
  fields: Type.Any(),
  hidden_fields: Type.Any(),
  revocation_reason: Type.Any(),
});
const show = (key = "") => expectBody(200, Shown, world.ask("GET", `/v1/public/passports/${versionId}`, { key }));
const setTiers = (tiers: object) =>
  world.ask("PUT", `/v1/rule-package-versions/${ground.rulesId}/access`, { body: { tiers } });

test("a version that is only signed shows its status and no content, and one in force shows what each tier may see", async () => {
  expect(await show()).toMatchObject({ status: "SIGNED", tier: "public", fields: null });
  await expectBody(200, Type.Any(), postAction(world, versionId, "activate"));
  expect(await show()).toMatchObject({ status: "ACTIVE", fields: {}, hidden_fields: 3 });

  await expectBody(
    200,
    Type.Any(),
    setTiers({ "*": "public", "battery.health": "interested", "materials.mass": "authority" }),
  );

  const capacity = { unit: "kWh", value: "75.500000" };
  const mass = { mass: { unit: "kg", value: "1.250000" } };
  expect(await show()).toMatchObject({ fields: { battery: { capacity } }, hidden_fields: 2 });
  expect(await show(keys.interested)).toMatchObject({
    fields: { battery: { capacity, health: "98" } },
    hidden_fields: 1,
  });
  expect(await show(keys.authority)).toMatchObject({
    fields: { battery: { health: "98" }, materials: mass },
    hidden_fields: 0,
  });
  expect(await show(world.keys.viewer)).toMatchObject({ tier: "authority", hidden_fields: 0 });
  expect(await show(keys.foreign)).toMatchObject({ tier: "public", hidden_fields: 2 });
  expect((await refused(422, setTiers({ "battery.colour": "public" }))).detail).toContain("battery.colour");
});

test("shown fields can be checked against the signature without the hidden ones, and a changed value is detected", async () => {
  const trusted = readVerificationKeys((await world.ask("GET", "/v1/signing-keys", { key: "" })).bytes.toString());
  const shown = readJson((await world.ask("GET", `/v1/public/passports/${versionId}`, { key: "" })).bytes.toString());
  const fields = isJsonObject(shown) ? memberOf(shown, "fields") : undefined;

  const answer = (await world.ask("GET", `/v1/verify/${versionId}`, { key: "" })).bytes.toString();

  expect(answer).not.toContain("1.250000");
  const given = isJsonObject(fields) ? { fields } : {};
  expect(verifyDisclosed({ answer, ...given }, trusted).verdict).toBe("valid");
  expect(verifyDisclosed({ answer: answer.replace("75.500000", "85.500000"), ...given }, trusted).verdict).toBe(
    "invalid",
  );
});

test("the whole file is given to viewers of every field only, and verifies offline", async () => {
  const path = `/v1/public/passports/${versionId}/file`;
  const trusted = readVerificationKeys((await world.ask("GET", "/v1/signing-keys", { key: "" })).bytes.toString());

  expect((await refused(403, world.ask("GET", path, { key: "" }))).code).toBe("ROLE_MISSING");
  const { bytes } = await world.ask("GET", path, { key: keys.authority });

  expect(verifyPassport(readPassportFile(bytes), trusted).verdict).toBe("valid");
});

test("a scanned code leads to its passport, and a forged one is refused", async () => {
  const { bytes } = await world.ask("GET", `/v1/public/passports/${versionId}/file`, { key: keys.authority });
  const { qrText = "" } = readPassportFile(bytes);
  const scan = (text: string) => world.ask("GET", `/v1/public/scan?text=${encodeURIComponent(text)}`, { key: "" });

  expect(await expectBody(200, Shown, scan(qrText))).toMatchObject({ status: "ACTIVE" });
  const forged = qrText.replace(/\|ph=../, (part) => `|ph=${part.endsWith("AA") ? "BB" : "AA"}`);
  expect((await refused(422, scan(forged))).code).toBe("SIGNATURE_INVALID");
  expect((await refused(422, scan("BPC1|pv=1"))).code).toBe("VALIDATION_ERROR");
});

test("images and labels are public, keys do not show their tenant, and a revoked passport is shown as revoked", async () => {
  for (const file of ["qr.png", "qr.svg", "label"])
    expect((await world.ask("GET", `/v1/public/passports/${versionId}/${file}`, { key: "" })).status).toBe(200);
  expect(
    (await refused(409, world.ask("GET", `/v1/public/passports/${versionId}/link.png`, { key: "" }))).detail,
  ).toContain("PASSPORTS_PUBLIC_URL");

  await expectBody(200, Type.Any(), postAction(world, versionId, "revoke", { reason: "recalled" }));

  expect(await show()).toMatchObject({ status: "REVOKED", revocation_reason: "recalled" });
});
