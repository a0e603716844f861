import { describe, expect, test } from "vitest";
import { readPage } from "../page.ts";
import { checkFences, readBlockUse } from "./block-use.ts";
import { isProgram } from "./is-program.ts";
import { scriptCall } from "./shell/call.ts";
import { substitute } from "./world/addresses.ts";

describe("a fence", () => {
  test("says what its block is, and why it is not run or not compiled", () => {
    expect(readBlockUse("sh")).toEqual({ language: "sh" });
    expect(readBlockUse("python")).toEqual({ language: "python" });
    expect(readBlockUse('sh not-run="needs Docker"')).toEqual({ language: "sh", notRun: "needs Docker" });
    expect(readBlockUse('ts not-checked="half a line"')).toEqual({ language: "ts", notChecked: "half a line" });
  });

  test.each(["", "bash", "sh not-run", 'sh not-run=""', 'sh not-checked="why ever not"', 'text not-run="a picture"'])(
    "that says %j is refused",
    (info) => {
      expect(readBlockUse(info)).toBeTypeOf("string");
    },
  );

  test("that names a test which is not there, or holds JSON that is none, is refused at its line", () => {
    const text = '# A\n```json\n{\n```\n```sh not-run="its own test: a.test.ts"\nls\n```\n';

    const lines = checkFences([readPage({ path: "a.md", text })], () => false).map(({ line }) => line);

    expect(lines).toEqual([2, 5]);
  });
});

test.each([
  ["await start();", true],
  ["console.log(1);", true],
  ["const engine = await open();", true],
  ["for (const a of []) f(a);", true],
  ['import { a } from "b";\nexport const c = a(async () => await d());', false],
  ["async function f() { await g(); }\ntype A = 1;", false],
])("%j is a program: %s", (text, is) => {
  expect(isProgram(text)).toBe(is);
});

test("addresses, ports and keys that only a reader has are replaced, and nothing else is", () => {
  const real = {
    databaseUrl: "pg",
    rabbitmqUrl: "mq",
    redisUrl: "redis",
    serverUrl: "http://127.0.0.1:1",
    key: "k",
    folder: "/tmp/f",
  };

  const filled = substitute(
    "A=postgres://rota@db/rota?sslmode=verify-full B=amqp://rota@mq.example.org KEY=… curl http://127.0.0.1:7400/v1 --server-port 8080 /run/secrets/rota 7400",
    real,
  );

  expect(filled).toBe("A=pg B=mq KEY=k curl http://127.0.0.1:1/v1 --server-port 0 /tmp/f/secrets/rota 7400");
});

test("a script of npm is one of package.json, and rota behind it is the command", () => {
  const call = (line: string) => ({ program: "npm" as const, words: line.split(" "), cwd: "", env: {} });
  const scripts = { rota: "tsx", start: "node" };

  expect(scriptCall(call("run rota -- tasks --json"), scripts)).toEqual({ rota: ["tasks", "--json"] });
  expect(scriptCall(call("start"), scripts)).toEqual({});
  expect(scriptCall(call("run strat"), scripts).problem).toContain("strat");
});
