/** Tests of what a verification of the audit log finds, and what it cannot find without a head that was kept elsewhere. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database, Transaction } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { appendAudit, appendAudits } from "./append-audit.ts";
import {
  type AuditDifference,
  type AuditHead,
  type AuditVerification,
  describeAuditDifference,
  exportAuditHead,
  exportAuditHeads,
  parseAuditHeads,
  verifyAudit,
} from "./verify-audit.ts";
import type { NewAuditEntry } from "./audit-entry.ts";

const auditEntry = (tenant: string, details: unknown = null): NewAuditEntry => ({
  tenant,
  actor: "ann",
  action: "letter.replayed",
  subject: { type: "dead letter", id: "17" },
  details,
});

/** Changes to entry `number` by a user with all rights on the database, one column at a time. */
const changes = {
  "its time": (number: number) =>
    sql`update rota.audit_log set at = at + interval '1 millisecond' where tenant = 'ann' and number = ${number}`,
  "its time by less than it shows": (number: number) =>
    sql`update rota.audit_log set at = at + interval '1 microsecond' where tenant = 'ann' and number = ${number}`,
  "its actor": (number: number) =>
    sql`update rota.audit_log set actor = 'eve' where tenant = 'ann' and number = ${number}`,
  "its actor to null": (number: number) =>
    sql`update rota.audit_log set actor = null where tenant = 'ann' and number = ${number}`,
  "its action": (number: number) =>
    sql`update rota.audit_log set action = action || '.' where tenant = 'ann' and number = ${number}`,
  "the type of its subject": (number: number) =>
    sql`update rota.audit_log set subject_type = 'x' where tenant = 'ann' and number = ${number}`,
  "the id of its subject": (number: number) =>
    sql`update rota.audit_log set subject_id = '18' where tenant = 'ann' and number = ${number}`,
  "its details": (number: number) =>
    sql`update rota.audit_log set details = '{"forged":true}' where tenant = 'ann' and number = ${number}`,
  "the text of its details": (number: number) =>
    sql`update rota.audit_log set details = (' ' || details::text)::json where tenant = 'ann' and number = ${number}`,
  "its hash": (number: number) =>
    sql`update rota.audit_log set hash = sha256('') where tenant = 'ann' and number = ${number}`,
};

describe.each(["pglite", "postgres"] as const)("a verification on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  afterAll(() => opened.dispose());

  /** Appends entries of ann and bob, lets `tamper` do what triggers forbid, verifies, and removes everything. */
  async function verified({ details, tamper, heads, tenant }: Tampering): Promise<AuditDifference | undefined> {
    let found: AuditDifference | undefined;
    const undo = new Error("undone");
    const attempt = database.transaction(async (tx) => {
      await appendAudits(tx, [...details.map((given) => auditEntry("ann", given)), auditEntry("bob")]);
      const head = await exportAuditHead(tx, "ann");
      await tx.query(sql`alter table rota.audit_log disable trigger user`);
      await tx.query(sql`alter table rota.audit_heads disable trigger user`);
      await tamper(tx);
      const kept = heads === "kept" && head !== undefined ? [head] : [];
      const report = await verifyAudit(tx, { ...(tenant === undefined ? {} : { tenant }), heads: kept });
      expect(report.differing).toBe(report.differences.length);
      found = report.differences[0];
      throw undo;
    });
    await expect(attempt).rejects.toBe(undo);
    return found;
  }

  const cases = { numRuns: on === "pglite" ? 12 : 6 };
  const details = fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 2, maxLength: 8 });
  /** Runs `property` with random details and the number of one of the entries. */
  const check = (property: (details: readonly unknown[], number: number) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(details, fc.nat(), (given, place) => property(given, (place % given.length) + 1)),
      cases,
    );

  test("finds nothing in an untouched log", async () => {
    await check(async (given) => {
      expect(await verified({ details: given, tamper: async () => undefined, heads: "kept" })).toBeUndefined();
    });
  });

  test.each(Object.entries(changes))("finds an entry of which somebody changed %s", async (_name, change) => {
    await check(async (given, number) => {
      const tamper = (tx: Transaction) => tx.query(change(number));

      expect(await verified({ details: given, tamper })).toMatchObject({ tenant: "ann", kind: "CHANGED", number });
    });
  });

  test("finds an entry that was removed, at its number", async () => {
    await check(async (given, number) => {
      const tamper = (tx: Transaction) =>
        tx.query(sql`delete from rota.audit_log where tenant = 'ann' and number = ${number}`);

      const isLast = number === given.length;
      expect(await verified({ details: given, tamper })).toEqual(
        isLast
          ? { tenant: "ann", kind: "CUT_OFF", number, last: number - 1 }
          : { tenant: "ann", kind: "MISSING", number },
      );
    });
  });

  test("finds two entries that were swapped", async () => {
    await check(async (given, number) => {
      const other = (number % given.length) + 1;
      const tamper = async (tx: Transaction) => {
        await tx.query(sql`alter table rota.audit_log drop constraint audit_log_is_chained`);
        await tx.query(sql`update rota.audit_log set number = -number where tenant = 'ann' and number = ${number}`);
        await tx.query(sql`update rota.audit_log set number = ${number} where tenant = 'ann' and number = ${other}`);
        await tx.query(sql`update rota.audit_log set number = ${other} where tenant = 'ann' and number = ${-number}`);
      };

      const first = Math.min(number, other);
      expect(await verified({ details: given, tamper })).toMatchObject({ kind: "CHANGED", number: first });
    });
  });

  test("finds an entry that was moved to another tenant, in both of them", async () => {
    const tamper = (tx: Transaction) =>
      tx.query(sql`update rota.audit_log set tenant = 'bob' where tenant = 'ann' and number = 2`);

    expect(await verified({ details: [1, 2], tamper })).toMatchObject({ tenant: "ann", kind: "CUT_OFF", last: 1 });
    expect(await verified({ details: [1, 2], tamper, tenant: "bob" })).toEqual({
      tenant: "bob",
      kind: "BEYOND_HEAD",
      number: 2,
    });
  });

  test("finds an entry that replaced another and has a matching hash", async () => {
    await check(async (given, number) => {
      const tamper = async (tx: Transaction) => {
        await tx.query(sql`delete from rota.audit_log where tenant = 'ann' and number = ${number}`);
        await setHead(tx, number - 1);
        await appendAudit(tx, auditEntry("ann", "forged"));
        await setHead(tx, given.length);
      };

      const isLast = number === given.length;
      expect(await verified({ details: given, tamper, heads: "kept" })).toMatchObject(
        isLast ? { kind: "REWRITTEN", number } : { kind: "UNLINKED", number: number + 1 },
      );
    });
  });

  test("finds an entry that was added after the head", async () => {
    await check(async (given) => {
      const tamper = async (tx: Transaction) => {
        await appendAudit(tx, auditEntry("ann", "forged"));
        await setHead(tx, given.length);
      };

      const difference = { tenant: "ann", kind: "BEYOND_HEAD", number: given.length + 1 };
      expect(await verified({ details: given, tamper })).toEqual(difference);
    });
  });

  test("finds an end that was cut off, even together with the head, if a head was kept elsewhere", async () => {
    await check(async (given, number) => {
      const cut = (tx: Transaction) =>
        tx.query(sql`delete from rota.audit_log where tenant = 'ann' and number >= ${number}`);
      const cutAll = async (tx: Transaction) => {
        await cut(tx);
        await setHead(tx, number - 1);
      };

      const difference = { tenant: "ann", kind: "CUT_OFF", number: given.length, last: number - 1 };
      expect(await verified({ details: given, tamper: cut })).toEqual(difference);
      expect(await verified({ details: given, tamper: cutAll, heads: "kept" })).toEqual(difference);
      expect(await verified({ details: given, tamper: cutAll })).toBeUndefined();
    });
  });

  test("finds a log that was rewritten, if a head was kept elsewhere", async () => {
    await check(async (given, number) => {
      const tamper = async (tx: Transaction) => {
        await tx.query(sql`delete from rota.audit_log where tenant = 'ann'`);
        await tx.query(sql`delete from rota.audit_heads where tenant = 'ann'`);
        await appendAudits(
          tx,
          given.map((value, index) => auditEntry("ann", index + 1 === number ? { not: value } : value)),
        );
      };

      expect(await verified({ details: given, tamper })).toBeUndefined();
      expect(await verified({ details: given, tamper, heads: "kept" })).toMatchObject({ kind: "REWRITTEN" });
    });
  });

  test("finds a tenant whose log was deleted, if a head was kept elsewhere", async () => {
    const tamper = async (tx: Transaction) => {
      await tx.query(sql`delete from rota.audit_log where tenant = 'ann'`);
      await tx.query(sql`delete from rota.audit_heads where tenant = 'ann'`);
    };

    const difference = await verified({ details: [1, 2], tamper, heads: "kept" });

    expect(difference).toEqual({ tenant: "ann", kind: "CUT_OFF", number: 2, last: 0 });
  });

  test("reads in pages, reports its progress, and stops when aborted", async () => {
    const entries = Array.from({ length: 1_000 }, (_, index) => auditEntry("long", index));
    await appendAudits(database, entries);
    await appendAudits(database, entries);
    await appendAudits(database, [auditEntry("long"), auditEntry("short")]);
    const seen: unknown[] = [];
    const stop = new AbortController();
    const reason = new Error("enough");

    const options: AuditVerification = { onProgress: (progress) => seen.push(progress) };
    expect(await verifyAudit(database, options)).toEqual({ tenants: 2, entries: 2_002, differences: [], differing: 0 });
    expect(seen).toEqual([
      { tenant: "long", number: 1_000, lastNumber: 2_001 },
      { tenant: "long", number: 2_000, lastNumber: 2_001 },
      { tenant: "long", number: 2_001, lastNumber: 2_001 },
      { tenant: "short", number: 1, lastNumber: 1 },
    ]);
    const stopped = verifyAudit(database, { signal: stop.signal, onProgress: () => stop.abort(reason) });
    await expect(stopped).rejects.toBe(reason);
  });

  test("accepts exported heads of any number of tenants", async () => {
    await appendAudits(database, [auditEntry("short"), auditEntry("other")]);
    const heads: AuditHead[] = [];
    for await (const head of exportAuditHeads(database)) heads.push(head);

    const kept = parseAuditHeads(heads.map((head) => `${JSON.stringify(head)}\n`).join(""));

    expect(kept).toEqual(heads);
    expect(heads.map(({ tenant }) => tenant)).toEqual(["long", "other", "short"]);
    expect(await exportAuditHead(database, "nobody")).toBeUndefined();
    expect(await verifyAudit(database, { heads })).toMatchObject({ tenants: 3, differing: 0 });
    const otherTenant = verifyAudit(database, {
      tenant: "short",
      heads: heads.filter((head) => head.tenant !== "short"),
    });
    await expect(otherTenant).rejects.toMatchObject({ code: "AUDIT_HEAD_INVALID" });
  });
});

test.each(["", "{}", "nonsense", '{"tenant":"ann","number":0,"hash":"00"}'])("%j is refused as a head", (text) => {
  expect(() => parseAuditHeads(text)).toThrow("this holds no heads of the audit log");
});

test("a difference is described in a sentence", () => {
  expect(describeAuditDifference({ tenant: "ann", kind: "MISSING", number: 7 })).toBe(
    "tenant ann, entry 7: it is missing",
  );
});

type Tampering = {
  readonly details: readonly unknown[];
  readonly tamper: (tx: Transaction) => Promise<unknown>;
  readonly heads?: "kept";
  readonly tenant?: string;
};

/** Replaces the head of ann by another entry. */
async function setHead(tx: Transaction, number: number): Promise<void> {
  await tx.query(sql`
    update rota.audit_heads
       set number = ${number}, hash = (select hash from rota.audit_log where tenant = 'ann' and number = ${number})
     where tenant = 'ann'`);
}
