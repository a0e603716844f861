/** Tests of listing the audit log. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { appendAudits } from "./append-audit.ts";
import type { AuditEntry, NewAuditEntry } from "./audit-entry.ts";
import { listAudit, type AuditListing } from "./list-audit.ts";

const ACTIONS = ["letter.replayed", "letter.discarded"];

describe.each(["pglite", "postgres"] as const)("the list on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let appended: AuditEntry[];

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
    const entries = Array.from({ length: 30 }, (_, index): NewAuditEntry => {
      const tenant = ["ann", "bob", "cy"][index % 3] ?? "ann";
      const action = ACTIONS[index % 2] ?? "";
      const actor = index % 5 === 0 ? null : "op";
      return { tenant, actor, action, subject: { type: "letter", id: String(index % 4) }, details: { index } };
    });
    appended = [];
    for (const entry of entries) appended.push(...(await appendAudits(database, [entry])));
  });
  afterAll(() => opened.dispose());

  /** Returns the entries of all pages. */
  async function listAll(listing: AuditListing): Promise<AuditEntry[]> {
    const all: AuditEntry[] = [];
    for (let after: string | undefined; ;) {
      const page = await listAudit(database, { ...listing, ...(after === undefined ? {} : { after }) });
      all.push(...page.entries);
      after = page.next;
      if (after === undefined) return all;
    }
  }
  const indexes = (entries: readonly AuditEntry[]) => entries.map(({ details }) => JSON.stringify(details)).sort();

  test("pages contain each entry of a tenant once, from either end", async () => {
    const ofBob = appended.filter(({ tenant }) => tenant === "bob");

    expect(await listAll({ tenant: "bob", first: "oldest", limit: 3 })).toEqual(ofBob);
    expect(await listAll({ tenant: "bob", limit: 3 })).toEqual(ofBob.toReversed());
    expect(await listAll({ tenant: "bob", limit: 5 })).toEqual(ofBob.toReversed());
    expect(await listAll({ tenant: "nobody" })).toEqual([]);
  });

  test("pages contain each entry of all tenants once, the newest first", async () => {
    const listed = await listAll({ limit: 7 });

    expect(indexes(listed)).toEqual(indexes(appended));
    const times = listed.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test("a filter returns entries that match in every field", async () => {
    const filter = { actor: "op", action: "letter.discarded", subject: { type: "letter", id: "3" } };
    const fits = ({ actor, action, subject }: AuditEntry) =>
      actor === "op" && action === "letter.discarded" && subject.id === "3";
    const [, second, third] = appended.filter(({ tenant }) => tenant === "ann");

    expect(indexes(await listAll({ filter, limit: 2 }))).toEqual(indexes(appended.filter(fits)));
    expect(indexes(await listAll({ tenant: "ann", filter, first: "oldest" }))).toEqual(
      indexes(appended.filter((entry) => entry.tenant === "ann" && fits(entry))),
    );
    expect(await listAll({ filter: { subject: { type: "task" } } })).toEqual([]);
    if (second === undefined || third === undefined) throw new Error("ann has more entries");
    const span = await listAll({
      tenant: "ann",
      filter: { from: second.at, before: new Date(third.at.getTime() + 1) },
    });
    expect(indexes(span)).toEqual(expect.arrayContaining(indexes([second, third])));
    expect(await listAll({ filter: { before: new Date(0) } })).toEqual([]);
  });

  test("an invalid listing is refused with the field", async () => {
    const ofBob = await listAudit(database, { tenant: "bob", limit: 1 });
    const refused: AuditListing[] = [
      { limit: 0 },
      { limit: 1_001 },
      { after: "nonsense" },
      { after: Buffer.from("[1,2]").toString("base64url") },
      { tenant: "ann", ...(ofBob.next === undefined ? {} : { after: ofBob.next }) },
      { first: "oldest" },
    ];

    for (const listing of refused)
      await expect(listAudit(database, listing)).rejects.toMatchObject({ code: "AUDIT_QUERY_INVALID" });
  });
});
