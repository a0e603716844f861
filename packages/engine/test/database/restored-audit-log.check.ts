/** Story: an audit log that was copied to another database can be verified there, and continues after its last entry. */
import { expect, onTestFinished, test } from "vitest";
import { appendAudit, appendAudits } from "../../src/audit-log/append-audit.ts";
import { exportAuditHead, verifyAudit } from "../../src/audit-log/verify-audit.ts";
import { migrate } from "../../src/database/migrate.ts";
import { copyDatabase } from "../../src/database/restore.ts";
import { sql } from "../../src/database/sql.ts";
import { openEmptyDatabase, openTestDatabase } from "../support/test-database.ts";

const entry = { tenant: "ann", actor: "op", action: "letter.discarded", subject: { type: "letter", id: "1" } };
const HARD_TO_COPY = [{ text: '\u0000"\\\t', number: 5e-324 }, [1e21, -0, "\u2028"], '{"a", (b)}', {}];

test.each(["postgres", "pglite"] as const)("an audit log copied to %s is verified and continues", async (driver) => {
  const from = await openTestDatabase({ on: "postgres" });
  const to = await openEmptyDatabase({ on: driver });
  onTestFinished(async () => {
    await from.dispose();
    await to.dispose();
  });
  await migrate(from.database);
  await appendAudits(
    from.database,
    HARD_TO_COPY.map((details) => ({ ...entry, details })),
  );
  const head = await exportAuditHead(from.database, "ann");

  await copyDatabase(from.database, to.database);
  const next = await appendAudit(to.database, entry);

  expect(next).toMatchObject({ number: HARD_TO_COPY.length + 1, previousHash: head?.hash });
  const report = await verifyAudit(to.database, { heads: head === undefined ? [] : [head] });
  expect(report).toEqual({ tenants: 1, entries: HARD_TO_COPY.length + 1, differences: [], differing: 0 });
  await expect(to.database.query(sql`delete from rota.audit_log`)).rejects.toThrow("the audit log only grows");
});
