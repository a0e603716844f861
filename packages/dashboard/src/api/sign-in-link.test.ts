import { expect, test } from "vitest";
import { isSignInLink, readToken } from "./sign-in-link.ts";

test("the token of a link is found, and a text without a token has none", () => {
  expect(readToken("http://127.0.0.1:7400/sign-in#token=rota_ab_c-d")).toBe("rota_ab_c-d");
  expect(readToken("rota_ab_c-d")).toBeUndefined();
});

test("only the address of the sign-in page with a token is a sign-in link", () => {
  expect(isSignInLink(new URL("http://127.0.0.1/sign-in#token=a"), "")).toBe(true);
  expect(isSignInLink(new URL("http://127.0.0.1/jobs/sign-in#token=a"), "/jobs")).toBe(true);
  expect(isSignInLink(new URL("http://127.0.0.1/tasks#token=a"), "")).toBe(false);
  expect(isSignInLink(new URL("http://127.0.0.1/sign-in"), "")).toBe(false);
});
