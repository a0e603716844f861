import { expect, test } from "vitest";
import { PAGE_LINK, pathWithin } from "./address.ts";

test("a path within the dashboard is the same wherever the dashboard is served", () => {
  expect(pathWithin("/tasks/7", "")).toBe("/tasks/7");
  expect(pathWithin("/jobs/tasks/7/", "/jobs")).toBe("/tasks/7");
  expect(pathWithin("/", "")).toBe("/");
  expect(pathWithin("/jobs", "/jobs")).toBe("/");
  expect(pathWithin("/jobs/", "/jobs")).toBe("/");
});

test.each(["tasks", "tasks/7?chunk=2", ".", "?state=ACTIVE", "v10/a"])("%s opens a page", (href) => {
  expect(PAGE_LINK.test(href)).toBe(true);
});

test.each(["/orders", "../orders", "https://example.org", "mailto:a@example.org", "v1/tasks/7/result", "docs"])(
  "%s is left to the browser",
  (href) => {
    expect(PAGE_LINK.test(href)).toBe(false);
  },
);
