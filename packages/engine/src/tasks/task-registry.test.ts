/** How workers find the definitions of what they claimed. */
import { expect, test } from "vitest";
import { createTaskRegistry, defineTask } from "./define-task.ts";

const define = (name: string, version: number) => defineTask({ name, version, run: () => 1 });
const [first, second, other] = [define("demo.a", 1), define("demo.a", 10), define("demo.b", 1)];
const registry = createTaskRegistry([second, first, other]);

test("a definition is found by name and version", () => {
  expect(registry.find("demo.a", 10)).toEqual({ kind: "found", definition: second });
  expect(registry.find("demo.b", 1)).toEqual({ kind: "found", definition: other });
});

test("what is unknown is a value, since other workers may know it", () => {
  expect(registry.find("demo.c", 1)).toEqual({ kind: "unknown_name" });
  expect(registry.find("demo.a", 2)).toEqual({ kind: "unknown_version", versions: [1, 10] });
});

test("two definitions of one name and version are refused", () => {
  const make = () => createTaskRegistry([first, other, define("demo.a", 1)]);

  expect(make).toThrow(expect.objectContaining({ code: "TASK_DEFINITION_DUPLICATE" }));
  expect(make).toThrow(`task "demo.a" is defined twice in version 1: give one of them another name or version`);
});
