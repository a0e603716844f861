/** Checks that the page of all results agrees with the result files. */
import { expect, test } from "vitest";
import { makePage, readWritten } from "./write-page.ts";

test("the page of results and its pictures are those of the newest measurements (else: npm run bench -- --index)", () => {
  for (const [name, text] of makePage()) expect(readWritten(name), name).toBe(text);
});
