/** Tests of reading, retrying and cancelling the jobs of passports. */
import { randomUUID } from "node:crypto";
import { sql } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { JOB_TASKS, jobTypeOf } from "../../src/compat/job-types.ts";
import { buildSnapshotTask } from "../../src/tasks/build-snapshot.ts";
import { tasks } from "../../src/parts.ts";
import { refused, expectBody } from "./answers.ts";
import { Added, createDocument, upload, WAIT } from "./steps.ts";
import { openWorld, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.dispose());

const Job = Type.Object({
  job_id: Type.String(),
  type: Type.String(),
  status: Type.String(),
  attempts: Type.Integer(),
  max_attempts: Type.Integer(),
  created_by: Type.Union([Type.String(), Type.Null()]),
  last_error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()]),
  payload: Type.Unknown(),
  result: Type.Unknown(),
});
const Jobs = Type.Object({
  items: Type.Array(Type.Object({ job_id: Type.String(), type: Type.String(), status: Type.String() })),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});

const show = (jobId: string, key = world.keys.admin) =>
  expectBody(200, Job, world.ask("GET", `/v1/jobs/${jobId}`, { key }));
const list = (query: string, key = world.keys.admin) =>
  expectBody(200, Jobs, world.ask("GET", `/v1/jobs?${query}`, { key }));
const changeJob = (jobId: string, verb: "retry" | "cancel", body: object = {}, key = world.keys.admin) =>
  world.ask("POST", `/v1/jobs/${jobId}:${verb}`, { key, body });

async function untilStatus(jobId: string, status: string) {
  await vi.waitUntil(async () => (await show(jobId)).status === status, WAIT);
  return show(jobId);
}

async function submitBuild(tenant: string, dueAt?: Date): Promise<string> {
  const placement = { tenant, submittedBy: "olga", ...(dueAt === undefined ? {} : { dueAt }) };
  const { taskId } = await world.engine.submit(buildSnapshotTask, { snapshotId: randomUUID(), revision: 1 }, placement);
  return String(taskId);
}

const LATER = new Date("2099-01-01T00:00:00Z");

test("every task of the passports is a job", () => {
  expect(tasks.map(({ name }) => jobTypeOf(name))).not.toContain(undefined);
  expect(Object.keys(JOB_TASKS)).toHaveLength(tasks.length + 1);
});

test("the job of an upload shows its status, its subject and its result", async () => {
  const documentId = await createDocument(world);
  const added = await expectBody(201, Added, upload(world, documentId, { text: '{"sku":"S1"}' }));

  const job = await untilStatus(added.job_id ?? "", "SUCCEEDED");

  expect(job).toMatchObject({
    type: "PARSE_FACTS",
    attempts: 1,
    max_attempts: 5,
    last_error: null,
    payload: { documentVersionId: added.document_version_id },
    result: { status: "VALIDATED" },
  });
});

test("a failed job reports why, is retried with all attempts, and the audit log names the caller", async () => {
  const jobId = await submitBuild("retried");
  const failed = await untilStatus(jobId, "FAILED");
  expect(failed).toMatchObject({ type: "BUILD_SNAPSHOT", created_by: "olga", last_error: { code: "NOT_FOUND" } });
  const { lines: before } = await audited("retried");

  await expectBody(200, Job, changeJob(jobId, "retry", { reason: "it is there now" }));

  await untilStatus(jobId, "FAILED");
  const { lines } = await audited("retried");
  expect(lines.length).toBe(before.length + 1);
  expect(lines.at(-1)).toMatchObject({ actor: "root" });
});

test("a waiting job is cancelled once, and then neither runs nor can be retried", async () => {
  const jobId = await submitBuild("cancelled", LATER);
  expect(await show(jobId)).toMatchObject({ status: "QUEUED", attempts: 0 });

  expect(await expectBody(200, Job, changeJob(jobId, "cancel", { reason: "not needed" }))).toMatchObject({
    status: "CANCELLED",
  });

  expect(await expectBody(200, Job, changeJob(jobId, "cancel"))).toMatchObject({ status: "CANCELLED" });
  expect(await refused(409, changeJob(jobId, "retry"))).toMatchObject({ code: "INVALID_STATE" });
  const { lines } = await audited("cancelled");
  expect(lines).toEqual([{ actor: "root", action: "task.cancelled" }]);
});

test("a finished job cannot be cancelled, and a successful one cannot be retried", async () => {
  const documentId = await createDocument(world);
  const added = await expectBody(201, Added, upload(world, documentId, { text: '{"sku":"S2"}' }));
  const jobId = added.job_id ?? "";
  await untilStatus(jobId, "SUCCEEDED");

  for (const verb of ["retry", "cancel"] as const)
    expect(await refused(409, changeJob(jobId, verb))).toMatchObject({ code: "INVALID_STATE" });
});

test("jobs are listed by type and status, in pages, newest first", async () => {
  const ids = [];
  for (let count = 0; count < 3; count++) ids.unshift(await submitBuild("listed", LATER));
  await expectBody(200, Job, changeJob(ids[1] ?? "", "cancel"));
  const idsOf = (query: string) => list(`tenant=listed&${query}`).then(({ items }) => items.map((job) => job.job_id));

  expect(await idsOf("type=BUILD_SNAPSHOT")).toEqual(ids);
  expect(await idsOf("")).toEqual(ids);
  expect(await idsOf("status=QUEUED")).toEqual([ids[0], ids[2]]);
  expect(await idsOf("status=RUNNING")).toEqual([]);
  expect(await idsOf("status=CANCELLED")).toEqual([ids[1]]);
  expect(await idsOf("type=SIGN_PASSPORT")).toEqual([]);
  expect(await idsOf("type=DELIVER_WEBHOOK")).toEqual([]);

  const first = await list("tenant=listed&limit=2");
  const second = await list(`tenant=listed&limit=2&cursor=${first.next_cursor ?? ""}`);
  expect([...first.items, ...second.items].map((job) => job.job_id)).toEqual(ids);
});

test("jobs of another tenant are not found, like jobs that do not exist", async () => {
  const jobId = await submitBuild("others", LATER);

  for (const id of [jobId, "999999999999"]) {
    const shown = world.ask("GET", `/v1/jobs/${id}`, { key: world.keys.acme });
    expect(await refused(404, shown)).toMatchObject({ code: "NOT_FOUND" });
    expect((await changeJob(id, "cancel", {}, world.keys.acme)).status).toBe(404);
    expect((await changeJob(id, "retry", {}, world.keys.acme)).status).toBe(404);
  }
  expect((await list("", world.keys.acme)).items).toEqual([]);
  expect(await show(jobId)).toMatchObject({ status: "QUEUED" });
});

test("a reader of jobs may not cancel them", async () => {
  const { key } = await createKey(world.database, { name: "rita", roles: ["jobs:read"] });
  const jobId = await submitBuild("read", LATER);

  expect(await show(jobId, key)).toMatchObject({ status: "QUEUED" });
  expect((await changeJob(jobId, "cancel", {}, key)).status).toBe(403);
});

async function audited(tenant: string) {
  const lines = await world.database.query(sql<{ actor: string; action: string }>`
    select actor, action from rota.audit_log where tenant = ${tenant} order by number`);
  return { lines };
}
