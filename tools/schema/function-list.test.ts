/** The revision of functions is raised exactly when a file changes. */
import { expect, test } from "vitest";
import { functionList } from "./function-list.ts";

const file = (name: string, checksum: string, isBeforeTables = false) => ({ name, text: "", checksum, isBeforeTables });
type File = ReturnType<typeof file>;
const set = (revision: number, ...files: File[]) => ({ name: "trial", migrations: [], functions: { revision, files } });

test("a change of a file, of its name or of the order raises the revision once", () => {
  const [a, b] = [file("a.sql", "11"), file("b.sql", "22")];
  const { checksum } = functionList(set(4, a, b), "");
  const revisionOf = (...files: File[]) => functionList(set(5, ...files), checksum).revision;

  expect(revisionOf(a, b)).toBe(5);
  expect(revisionOf(a, file("b.sql", "33"))).toBe(6);
  expect(revisionOf(a, file("c.sql", "22"))).toBe(6);
  expect(revisionOf(b, a)).toBe(6);
  expect(revisionOf(a)).toBe(6);
});

test("the lists are those of the set", () => {
  const list = functionList(set(1, file("trigger.sql", "11", true), file("a.sql", "22")), "");

  expect(list).toMatchObject({ revision: 2, beforeTables: ["trigger.sql"], afterTables: ["a.sql"] });
});
