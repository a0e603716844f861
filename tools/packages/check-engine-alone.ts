/** Checks an installation of the engine alone: a database by URL works, any other option names the package that it needs. */
import fs from "node:fs";
import { join } from "node:path";
import { createStandaloneServer, findBinaries } from "@rota/bundled-postgres";
import { runIn } from "./run-in-project.ts";
import { projectOf } from "./user-programs.ts";

const PROGRAM = `
import { createEngine, defineTask, isRotaError, type Config, type Engine } from "@rota/engine";

const double = defineTask({ name: "demo.double", run: (number: number) => number * 2 });
const databaseUrl = process.argv[2] ?? "";

async function attempt(config: Partial<Config>): Promise<unknown> {
  let engine: Engine | undefined;
  try {
    engine = await createEngine({ tasks: [double], config: { logLevel: "error", ...config } });
    await engine.start();
    const task = await engine.submit(double, 21);
    return await task.result();
  } catch (error) {
    return isRotaError(error) ? error.code + " " + error.message : error;
  } finally {
    await engine?.stop();
  }
}

console.log(await attempt({ databaseUrl }));
console.log(await attempt({ databaseUrl, rabbitmqUrl: "amqp://127.0.0.1:1" }));
console.log(await attempt({ databaseUrl, redisUrl: "redis://127.0.0.1:1" }));
console.log(await attempt({}));
`;

const EXPECTED = [
  "42",
  refusal("amqplib", "rabbitmqUrl"),
  refusal("ioredis", "redisUrl"),
  refusal("@rota/bundled-postgres", "an engine without databaseUrl"),
];

/** Throws when the engine alone does not compile or does something else. */
export async function checkEngineAlone({ root, project }: { root: string; project: string }): Promise<void> {
  const options = { module: "node16", outDir: "built" };
  const files = [
    { path: "package.json", text: JSON.stringify({ name: "alone", private: true, type: "module" }) },
    { path: "alone.ts", text: PROGRAM },
    projectOf("alone", options, ["alone.ts"]),
  ];
  for (const { path, text } of files) fs.writeFileSync(join(project, path), text);
  runIn(project, [join(root, "node_modules/.bin/tsc"), "--singleThreaded", "-p", "tsconfig.alone.json"]);
  const printed = await onOwnServer(join(project, "server"), (url) => runIn(project, ["node", "built/alone.js", url]));
  if (printed.trim() !== EXPECTED.join("\n")) throw new Error(`the engine alone printed:\n${printed}`);
}

function refusal(name: string, neededBy: string): string {
  return `PACKAGE_MISSING ${neededBy} needs the package ${name}, which is not installed: run "npm install ${name}"`;
}

async function onOwnServer<Result>(folder: string, work: (url: string) => Result): Promise<Result> {
  const binaries = findBinaries();
  if ("missing" in binaries) throw new Error(binaries.missing);
  const server = await createStandaloneServer({ folder, binaries, copyBinaries: true });
  try {
    await server.start();
    return work(server.url);
  } finally {
    await server.stop();
  }
}
