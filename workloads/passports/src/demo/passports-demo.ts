/** Issues a stream of passports that are delivered to a webhook and verified, while a noisy neighbour floods the same pool of workers. */
import { randomBytes } from "node:crypto";
import type { DemoContext, DemoFolder, DemoStep, DemoVerdict, WorkloadDemo } from "@rota/engine/workload";
import { Type } from "typebox";
import { Parse } from "typebox/value";
import { readVerificationKeys } from "../core/passport/verification-key.ts";
import { namesSigningKey, SIGNING_KEYS_FILE } from "../store/settings.ts";
import { verifyDisclosed } from "../verify/verify-disclosed.ts";
import { countDelivered, type DemoEndpoint, findEndpoint } from "./demo-endpoint.ts";
import { findSources, type Issuer, postFresh } from "./demo-sources.ts";

const TENANT = "birch";
const NEIGHBOUR = "dune";
const EVERY_MS = 1_000;
const AT_ONCE = 4;
const REPLAY_EVERY_MS = 20_000;

/** Numbers of passports for a demo of this size. */
const passportsOf = (size: number) => Math.ceil(size / 50);
const floodOf = (size: number) => Math.ceil(size / 10);

const passportsStep: DemoStep = {
  name: "passports",
  async play(context) {
    const endpoint = await findEndpoint(context, TENANT);
    const issuer = await findSources(context, TENANT);
    const times = await stream(issuer, endpoint);
    const total = passportsOf(context.size);
    await context.until(async () => {
      const done = await countDelivered(endpoint);
      show(context, "delivering", done);
      return done >= total ? true : undefined;
    });
    const { isRight, text } = await verify(context);
    const delivered = `${counted(total)} delivered with a right signature`;
    return { isRight, text: `${text}; ${delivered}${describeTimes(times)}` };
  },
  after: {
    everyMs: REPLAY_EVERY_MS,
    /** Compiles a version again from the same facts and rules, and compares every hash. */
    async go(context) {
      const path = `/v1/passport-versions/${await newestVersion(context)}/replay`;
      await postFresh({ context, tenant: TENANT }, path, {});
    },
  },
};

/** Requests the passports. @returns the durations of those that this process requested. */
async function stream(issuer: Issuer, endpoint: DemoEndpoint): Promise<number[]> {
  const { context } = issuer;
  const numbers = Array.from({ length: passportsOf(context.size) }, (_, index) => index + 1);
  const behind = await countDelivered(endpoint);
  const times: number[] = [];
  let done = 0;
  await context.inParallel(numbers, AT_ONCE, async (number) => {
    const isNew = number > behind + AT_ONCE;
    if (isNew) await context.pause(EVERY_MS * AT_ONCE);
    const started = performance.now();
    // The name of version 0.1.0, whose data folders resume.
    const versionId = await requestPassport(issuer, `scene-${String(number)}`);
    await untilDrawn(issuer, versionId);
    if (isNew) times.push(performance.now() - started);
    await activate(issuer, versionId);
    show(context, "compiling", ++done);
  });
  return times;
}

function show(context: DemoContext, step: string, done: number): void {
  context.show({ name: "passports", step, done, total: passportsOf(context.size), unit: "passports" });
}

/** Describes the durations beside the flood of the neighbour, which shares the workers. */
function describeTimes(times: readonly number[]): string {
  if (times.length === 0) return "";
  const sorted = [...times].sort((a, b) => a - b);
  return `, half of them within ${duration(sorted[Math.floor(sorted.length / 2)] ?? 0)} beside the flood`;
}

/** Formats a duration: `340 ms`, `4.2 s`. */
function duration(ms: number): string {
  if (ms < 1_000) return `${String(Math.round(ms))} ms`;
  return `${String(ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1_000))} s`;
}

/** Formats a number of passports: `1 passport`, `1,200 passports`. */
function counted(passports: number): string {
  return `${passports.toLocaleString("en")} ${passports === 1 ? "passport" : "passports"}`;
}

/** Verifies the public fields of a passport against the signed receipt. */
async function verify(context: DemoContext): Promise<DemoVerdict> {
  const read = async (path: string) => (await context.fetch(`${context.url}${path}`)).text();
  const answer = await read(`/v1/verify/${await newestVersion(context)}`);
  const { verdict, steps } = verifyDisclosed({ answer }, readVerificationKeys(await read("/v1/signing-keys")));
  const isRight = verdict === "valid";
  return { isRight, text: isRight ? `passport verified: ${String(steps.length)} steps` : "passport NOT valid" };
}

const Passports = Type.Object({
  items: Type.Array(Type.Object({ current_version_id: Type.Union([Type.String(), Type.Null()]) })),
});

async function newestVersion({ request }: DemoContext): Promise<string> {
  const { items } = Parse(Passports, await request({ tenant: TENANT, path: "/v1/passports", query: { limit: 1 } }));
  return items[0]?.current_version_id ?? "";
}

const ASKED_AT_ONCE = 8;
const WATCHED_AT_ONCE = 2;

const neighbourStep: DemoStep = {
  name: "neighbour",
  async play(context) {
    const total = floodOf(context.size);
    const issuer = await findSources(context, NEIGHBOUR);
    const asked: string[] = [];
    const showFlood = (step: string, done: number) =>
      context.show({ name: "neighbour", step, done, total, unit: "passports" });
    const numbers = Array.from({ length: total }, (_, index) => index + 1);
    await context.inParallel(numbers, ASKED_AT_ONCE, async (number) => {
      asked.push(await requestPassport(issuer, `flood-${String(number)}`));
      showFlood("flooding", asked.length);
    });
    let done = 0;
    showFlood("waiting", done);
    await context.inParallel(asked, WATCHED_AT_ONCE, async (versionId) => {
      await untilDrawn(issuer, versionId);
      showFlood("waiting", ++done);
    });
    const text = `${counted(total)} asked for at once are done; Fairness shows whose turns they took`;
    return { isRight: true, text };
  },
};

const Passport = Type.Object({ passport_id: Type.String() });
const VersionName = Type.Object({ passport_version_id: Type.String() });
const Versions = Type.Object({ items: Type.Array(VersionName) });

/** Requests a passport. @returns the id of its version, which may exist already. */
async function requestPassport(issuer: Issuer, serialNumber: string): Promise<string> {
  const { context, tenant, productId, snapshotId, rulesId } = issuer;
  const named = { battery_product_id: productId, serial_number: serialNumber };
  const { passport_id: id } = Parse(Passport, await postFresh(issuer, "/v1/passports", named));
  const listed = await context.request({ tenant, path: `/v1/passports/${id}/versions` });
  const [known] = Parse(Versions, listed).items;
  if (known !== undefined) return known.passport_version_id;
  const sources = { snapshot_id: snapshotId, rule_package_version_id: rulesId };
  const compiled = await postFresh(issuer, `/v1/passports/${id}/compile`, sources);
  return Parse(VersionName, compiled).passport_version_id;
}

const Version = Type.Object({
  status: Type.String(),
  has_qr: Type.Boolean(),
  failure: Type.Union([Type.Object({ message: Type.String() }), Type.Null()]),
});

async function readVersion({ context, tenant }: Issuer, versionId: string) {
  return Parse(Version, await context.request({ tenant, path: `/v1/passport-versions/${versionId}` }));
}

/** Waits until the version is compiled, signed and has its codes. */
function untilDrawn(issuer: Issuer, versionId: string): Promise<true> {
  return issuer.context.until(async () => {
    const { failure, has_qr: isDrawn } = await readVersion(issuer, versionId);
    if (failure !== null) throw new Error(`a passport cannot be compiled: ${failure.message}`);
    return isDrawn ? true : undefined;
  });
}

async function activate(issuer: Issuer, versionId: string): Promise<void> {
  const { status } = await readVersion(issuer, versionId);
  if (status === "SIGNED") await postFresh(issuer, `/v1/passport-versions/${versionId}/activate`, {});
}

const KEY_BYTES = 32;

/** Names the file of the key that signs passports. Workers and their computing processes read it. */
function nameSigningKeys(folder: DemoFolder): void {
  if (namesSigningKey()) return;
  const draw = () => `demo-1 ${randomBytes(KEY_BYTES).toString("base64")}`;
  process.env[SIGNING_KEYS_FILE] = folder.keep("signing.keys", draw).path;
}

export const passportsDemo: WorkloadDemo = {
  tenants: [TENANT, NEIGHBOUR],
  prepare: nameSigningKeys,
  steps: [passportsStep, neighbourStep],
};
