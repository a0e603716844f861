/** Tests of reading untrusted JSON. */
import { expect, test } from "vitest";
import { readJson } from "./json-reader.ts";

const json = readJson('{"a": [{"data": "0F"}], "b": "x1", "c": 1.5, "d": null}', "file.json");

test("numbers are read in both shapes", () => {
  expect(
    json
      .member("a")
      .list()
      .map((value) => value.hex()),
  ).toEqual([15n]);
  expect(readJson('"00ff"', "file.json").hex()).toBe(255n);
});

test.each([
  ["a member that is missing", () => json.member("z"), 'file.json must be an object with the member "z"'],
  ["a member of the prototype", () => json.member("constructor"), 'with the member "constructor"'],
  ["text where a list is expected", () => json.member("b").list(), "file.json b must be a list"],
  ["a number with a fraction", () => json.member("c").integer(), "file.json c must be a whole number"],
  ["digits that are none", () => json.member("b").hex(), "file.json b must be written in hexadecimal digits"],
  ["no JSON", () => readJson("{", "file.json"), "file.json is no JSON"],
])("%s is refused with its place", (_, read, message) => {
  expect(read).toThrow(message);
});

test("null counts as missing", () => {
  expect(json.optional("d")).toBeUndefined();
});
