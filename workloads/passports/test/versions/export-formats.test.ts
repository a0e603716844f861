/** Tests of exports for other systems: credentials and Catena-X documents. */
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { objectionToDocument, type JsonDocument } from "../../src/core/passport/passport-credential.ts";
import { expectBody } from "../life/answers.ts";
import { WAIT } from "../life/steps.ts";
import { openWorld, type World } from "../life/world.ts";
import { postAction, giveKey, prepare, PUBLIC_KEY, RULES, signedVersion, Version } from "./version-steps.ts";

const CARRYING = `${RULES}
field battery_pass.performance.rated.capacity.value: Opt(Text) =
  recordGet(requireSome(getFact("Battery", "battery:S1"), "E1", "battery missing"), "capacity_kwh");`;
const Exports = Type.Object({
  items: Type.Array(Type.Object({ export_id: Type.String(), format: Type.String(), media_type: Type.String() })),
});

let world: World;
let versionId: string;

beforeAll(async () => {
  giveKey();
  world = await openWorld();
  versionId = await signedVersion(world, await prepare(world, { rules: CARRYING }), "SN-1");
  await expectBody(200, Version, postAction(world, versionId, "activate"));
});

afterAll(async () => {
  await world.dispose();
  vi.unstubAllEnvs();
});

test("a passport is exported as a credential that the key of the issuer signs", async () => {
  const { mediaType, document } = await exported("VC");

  expect(mediaType).toBe("application/vc");
  expect(document).toMatchObject({ id: `urn:uuid:${versionId}` });
  expect(objectionToDocument(document, [PUBLIC_KEY])).toBeUndefined();
});

test("a passport whose rules carry a battery_pass is exported as one, with decimals as numbers", async () => {
  const { document } = await exported("CATENA_X");

  expect(document).toEqual({ performance: { rated: { capacity: { value: 75.5 } } } });
});

async function exported(format: string) {
  await expectBody(202, Type.Any(), postAction(world, versionId, "exports", { format }));
  const list = () => expectBody(200, Exports, world.ask("GET", `/v1/passport-versions/${versionId}/exports`));
  const held = await vi.waitUntil(async () => (await list()).items.find((item) => item.format === format), WAIT);
  const { bytes } = await world.ask("GET", `/v1/passport-exports/${held.export_id}`);
  const document: unknown = JSON.parse(bytes.toString());
  return { mediaType: held.media_type, document: documentOf(document) };
}

function documentOf(value: unknown): JsonDocument {
  if (typeof value !== "object" || value === null) throw new Error("it is no object");
  return Object.fromEntries(Object.entries(value));
}
