/** Tests of the arguments after `npm test --`. */
import { expect, test } from "vitest";
import { HELP, readArguments } from "./test-arguments.js";

test("npm test runs the fast tier, and hands paths and options of Vitest on", () => {
  const read = readArguments(["packages/engine", "-t", "turns"]);

  expect(read).toMatchObject({ isCheck: false, variables: { ROTA_TEST_TIER: "test" } });
  expect(read.vitestArguments).toEqual(["packages/engine", "-t", "turns"]);
});

test("npm run check runs both tiers, and with --long the large numbers", () => {
  expect(readArguments(["--check"])).toMatchObject({ isCheck: true, variables: {}, vitestArguments: [] });
  expect(readArguments(["--check", "--long"]).variables).toEqual({ ROTA_LONG: "1" });
  expect(readArguments(["--long"]).problem).toBe("--long belongs to the gate: npm run check -- --long");
});

test.each([[["--without", "rabbitmq,redis"]], [["--without=rabbitmq", "--without=redis"]]])(
  "%j names the services that a run does without",
  (words) => {
    expect(readArguments(words).variables["ROTA_TEST_WITHOUT"]).toBe("rabbitmq,redis");
  },
);

test.each([
  [["--without"], '""'],
  [["--without", "postgres"], '"postgres"'],
  [["--without", "rabbitmq redis"], '"rabbitmq redis"'],
])("%j is refused with what can be left out", (words, quoted) => {
  expect(readArguments(words).problem).toBe(
    `--without takes rabbitmq, redis or both ("--without rabbitmq,redis"), not ${quoted}. Try --help.`,
  );
});

test("--help names the three commands", () => {
  expect(readArguments(["--help"]).isHelp).toBe(true);
  for (const command of ["npm test ", "npm run check ", "npm run check -- --long "]) expect(HELP).toContain(command);
});
