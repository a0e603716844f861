/** Refusals of the server carry the same codes on every driver. */
import { describe, expect } from "vitest";
import { SqlError, sqlState, violatedConstraint } from "../database-error.ts";
import type { Subject } from "../database.conformance.ts";
import { sql, type Sql, sqlScript } from "../sql.ts";

export function errorTests({ test, database }: Subject): void {
  const errorOf = (statement: Sql) =>
    database()
      .query(statement)
      .then(unexpected, (error: unknown) => error);

  describe("errors", () => {
    test("a unique violation has code 23505 and the constraint's name", async () => {
      await database().query(sqlScript(`create table rota.once (id int constraint once_only unique)`));
      await database().query(sql`insert into rota.once values (1)`);

      const error = await errorOf(sql`insert into rota.once values (1)`);

      expect(error).toBeInstanceOf(SqlError);
      expect(sqlState(error)).toBe("23505");
      expect(violatedConstraint(error)).toBe("once_only");
    });
    test("a check violation has code 23514 and the constraint's name", async () => {
      await database().query(sqlScript(`create table rota.checked (id int constraint is_small check (id < 10))`));
      const error = await errorOf(sql`insert into rota.checked values (11)`);
      expect([sqlState(error), violatedConstraint(error)]).toEqual(["23514", "is_small"]);
    });
    test("a foreign key violation has code 23503", async () => {
      await database().query(
        sqlScript(`
          create table rota.parent (id int primary key);
          create table rota.child (id int constraint has_parent references rota.parent)`),
      );
      const error = await errorOf(sql`insert into rota.child values (1)`);
      expect([sqlState(error), violatedConstraint(error)]).toEqual(["23503", "has_parent"]);
    });
    test("mistakes in a statement have their codes", async () => {
      expect(sqlState(await errorOf(sql`selekt 1`))).toBe("42601");
      expect(sqlState(await errorOf(sql`select * from rota.nowhere`))).toBe("42P01");
      expect(sqlState(await errorOf(sql`select ${"x"}::int`))).toBe("22P02");
      expect(sqlState(await errorOf(sql`select 1 / 0`))).toBe("22012");
      expect(sqlState(await errorOf(sql`select ${"a\0b"}::text`))).toBe("22021");
    });
    test("two statements in one text are refused unless it is a script", async () => {
      expect(sqlState(await errorOf(sql`select 1; select 2`))).toBe("42601");
    });
    test("an error raised in a function keeps its code", async () => {
      const raise = sqlScript(`do $$ begin raise exception 'refused' using errcode = 'RT001'; end $$`);
      expect(sqlState(await errorOf(raise))).toBe("RT001");
    });
    test("a full disk is refused with a way out, and its code is kept", async () => {
      const error = await errorOf(
        sqlScript(`do $$ begin raise exception 'no space' using errcode = 'disk_full'; end $$`),
      );

      expect(error).toMatchObject({ code: "DATABASE_FULL", kind: "unavailable" });
      expect(sqlState(error)).toBe("53100");
    });
    test("errors that are not the server's have no code", async () => {
      expect(sqlState(new Error("something else"))).toBeUndefined();
    });
    test("the database works after an error", async () => {
      await errorOf(sql`select 1 / 0`);
      expect(await database().query(sql`select 1 as id`)).toEqual([{ id: 1 }]);
    });
  });
}

function unexpected(): never {
  throw new Error("the statement was expected to fail");
}
