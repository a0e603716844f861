/** Tests of appending to the audit log. */
import fc from "fast-check";
import pg from "pg";
import { verifyChain } from "@rota/proofs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database, Queryable } from "../database/database.ts";
import { adoptTransaction } from "../database/adopt-transaction.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { openTestDatabase, testPostgresUrl, type TestDatabase } from "../../test/support/test-database.ts";
import { appendAudit, appendAudits } from "./append-audit.ts";
import { APPENDED_MAX, auditChainLink, type NewAuditEntry } from "./audit-entry.ts";
import { listAudit } from "./list-audit.ts";
import { verifyAudit } from "./verify-audit.ts";

const auditEntry = (tenant: string, given: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  tenant,
  actor: "ann",
  action: "endpoint.disabled",
  subject: { type: "endpoint", id: "e-1" },
  ...given,
});

describe.each(["pglite", "postgres"] as const)("the audit log on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let tenants = 0;
  /** Returns a new tenant for each test: audit entries are never deleted. */
  const newTenant = () => `tenant-${String(++tenants)}`;
  const entriesOf = async (tenant: string, limit = 100) =>
    (await listAudit(database, { tenant, first: "oldest", limit })).entries;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  afterAll(() => opened.dispose());

  test("an entry says who did what to what, when, and is chained to the one before", async () => {
    const tenant = newTenant();
    const first = await database.transaction((tx) =>
      appendAudit(tx, auditEntry(tenant, { details: { reason: "gone" } })),
    );
    const second = await database.transaction((tx) => appendAudit(tx, auditEntry(tenant, { actor: null })));

    expect(first).toEqual({
      ...auditEntry(tenant),
      number: 1,
      at: first.at,
      details: { reason: "gone" },
      previousHash: null,
      hash: first.hash,
    });
    expect(first.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toMatchObject({ number: 2, actor: null, details: null, previousHash: first.hash });
    expect(second.at.getTime()).toBeGreaterThanOrEqual(first.at.getTime());
    expect(await entriesOf(tenant)).toEqual([first, second]);
  });

  test("an entry exists if and only if its transaction committed, and a rollback leaves no gap", async () => {
    const tenant = newTenant();
    await appendAudit(database, auditEntry(tenant));
    const rolledBack = database.transaction(async (tx) => {
      await appendAudit(tx, auditEntry(tenant, { action: "never.happened" }));
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await appendAudit(database, auditEntry(tenant));

    expect((await entriesOf(tenant)).map(({ number, action }) => [number, action])).toEqual([
      [1, "endpoint.disabled"],
      [2, "endpoint.disabled"],
    ]);
    expect(await verifyAudit(database, { tenant })).toMatchObject({ entries: 2, differences: [] });
  });

  test("many entries of several tenants take two statements, and each tenant has its own numbers", async () => {
    const [one, other] = [newTenant(), newTenant()];
    let statements = 0;
    const appended = await database.transaction((tx) => {
      const counting: Queryable = {
        query: (statement, options) => {
          statements++;
          return tx.query(statement, options);
        },
      };
      return appendAudits(counting, [
        auditEntry(one),
        auditEntry(other),
        auditEntry(one, { action: "endpoint.enabled" }),
      ]);
    });

    expect(statements).toBe(2);
    expect(appended.map(({ tenant, number }) => [tenant, number])).toEqual([
      [one, 1],
      [other, 1],
      [one, 2],
    ]);
    expect(await entriesOf(one)).toEqual([appended[0], appended[2]]);
    expect(verifyChain((await entriesOf(one)).map(auditChainLink))).toBeUndefined();
    expect(await appendAudits(database, [])).toEqual([]);
  });

  test("details of every JSON shape are read as they were given", async () => {
    const shapes = fc.array(fc.jsonValue({ stringUnit: "binary", maxDepth: 4 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(shapes, async (values) => {
        const tenant = newTenant();
        const given = [...values, null, '\u0000\u2028"\\/', 5e-324, 1.7976931348623157e308, [], {}, { "": {} }];
        const appended = await appendAudits(
          database,
          given.map((details) => auditEntry(tenant, { details })),
        );

        const listed = await entriesOf(tenant);
        expect(listed.map(({ details }) => details)).toEqual(JSON.parse(JSON.stringify(given)));
        expect(verifyChain(listed.map(auditChainLink))).toBeUndefined();
        expect(await verifyAudit(database, { tenant })).toMatchObject({ entries: appended.length, differences: [] });
      }),
      { numRuns: 20 },
    );
  });

  test("time does not go back in a chain, even if the clock of the database does", async () => {
    const tenant = newTenant();
    await appendAudit(database, auditEntry(tenant));
    const future = new Date("2999-01-01T00:00:00Z");

    const next = await database.transaction(async (tx) => {
      await tx.query(sql`alter table rota.audit_heads disable trigger user`);
      await tx.query(sql`update rota.audit_heads set at = ${future} where tenant = ${tenant}`);
      await tx.query(sql`alter table rota.audit_heads enable trigger user`);
      return appendAudit(tx, auditEntry(tenant));
    });

    expect(next.at).toEqual(future);
  });

  test.each([
    ["an update", () => sql`update rota.audit_log set actor = 'bob'`, "update of audit_log is refused"],
    ["a delete", () => sql`delete from rota.audit_log`, "delete of audit_log is refused"],
    ["a truncate", () => sql`truncate rota.audit_log`, "truncate of audit_log is refused"],
    ["a head set back", () => sql`update rota.audit_heads set number = 0`, "update of audit_heads is refused"],
    ["a head removed", () => sql`delete from rota.audit_heads`, "delete of audit_heads is refused"],
    ["all heads removed", () => sql`truncate rota.audit_heads`, "truncate of audit_heads is refused"],
  ])("the database refuses %s", async (_name, statement, message) => {
    await appendAudit(database, auditEntry(newTenant()));

    await expect(database.query(statement())).rejects.toThrow(`the audit log only grows: ${message}`);
  });

  test("an entry that cannot be stored is refused with the field, and the transaction continues", async () => {
    const tenant = newTenant();
    const refused: [Partial<NewAuditEntry>, string][] = [
      [{ tenant: "" }, "tenant must be a text that is not empty"],
      [{ actor: "a\nb" }, 'actor "a\\nb" holds a control character'],
      [{ action: "x".repeat(301) }, "action has 301 bytes, at most 300 are allowed"],
      [{ subject: { type: "endpoint", id: "\ud800" } }, "subject.id"],
      [{ details: { a: [1n] } }, "details: JSON cannot hold $.a[0]: it is a bigint"],
      [{ details: "x".repeat(70_000) }, "details have 70002 bytes as JSON, at most 65536 are allowed"],
    ];

    await database.transaction(async (tx) => {
      for (const [given, message] of refused) {
        const error: unknown = await appendAudit(tx, auditEntry(tenant, given)).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: "AUDIT_ENTRY_INVALID" });
        expect(String(error)).toContain(message);
      }
      const tooMany = Array.from({ length: APPENDED_MAX + 1 }, () => auditEntry(tenant));
      await expect(appendAudits(tx, tooMany)).rejects.toThrow("1001 entries at once; at most 1000 are allowed");
      await appendAudit(tx, auditEntry(tenant));
    });

    expect(await entriesOf(tenant)).toHaveLength(1);
  });
});

describe("on a server with many connections", () => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await openTestDatabase({ on: "postgres" });
    database = opened.database;
    await migrate(database);
  });
  afterAll(() => opened.dispose());

  test("ten writers at once leave whole chains without gaps, whatever tenants each of them writes for", async () => {
    const tenants = ["a", "b", "c", "d"];
    const write = async (writer: number) => {
      for (let round = 0; round < 25; round++) {
        const entries = [0, 1, 2].map((nth) => {
          const tenant = tenants[(writer * 7 + round * 3 + nth * (1 + (round % 3))) % tenants.length] ?? "a";
          return auditEntry(tenant, { actor: `writer-${String(writer)}`, details: { round, nth } });
        });
        await database.transaction((tx) => appendAudits(tx, entries));
      }
    };

    await Promise.all(Array.from({ length: 10 }, (_, writer) => write(writer)));

    expect(await verifyAudit(database)).toEqual({ tenants: 4, entries: 750, differences: [], differing: 0 });
    for (const tenant of tenants) {
      const { entries } = await listAudit(database, { tenant, first: "oldest", limit: 1_000 });
      expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1));
      expect(entries.map(({ at }) => at.getTime())).toEqual(
        entries.map(({ at }) => at.getTime()).sort((a, b) => a - b),
      );
    }
  });

  test("an entry can be appended in a transaction of another driver", async () => {
    const client = new pg.Client({ connectionString: testPostgresUrl() });
    await client.connect();
    const tx = adoptTransaction({
      schema: database.schema,
      run: async (text, values) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
    });
    try {
      await client.query(sql`begin`.text);
      await appendAudit(tx, auditEntry("adopted", { details: { by: "pg" } }));
      const appended = await appendAudit(tx, auditEntry("adopted"));
      await client.query(sql`commit`.text);

      const { entries } = await listAudit(database, { tenant: "adopted" });
      expect(entries).toHaveLength(2);
      expect(entries[0]).toEqual(appended);
    } finally {
      await client.end();
    }
    expect(await verifyAudit(database, { tenant: "adopted" })).toMatchObject({ entries: 2, differing: 0 });
  });
});
