/** Configures Vitest: where tests are, and that it loads the packages of this repository from their sources. */
import { pathToFileURL } from "node:url";
import { defineConfig } from "vitest/config";
import { compiledUrl } from "./tools/compiled/compiled-url.ts";
import { SlowFilesFirst } from "./tools/testing/slow-files-first.ts";

/** These find what they start beside themselves: compiled it starts far sooner than through tsx. */
const STARTERS = /\/(lease-keeper|compute-process)\.ts$/;
/** So does what tasks of workloads give to computing processes. */
const COMPUTING = /\/workloads\/\w+\/src\/.*\.ts$/;
const startsOthers = (code: string, path: string) =>
  STARTERS.test(path) || (COMPUTING.test(path) && code.includes("computeIn("));
const startCompiled = {
  name: "rota:start-compiled",
  transform: (code: string, path: string) =>
    startsOthers(code, path)
      ? code.replaceAll("import.meta.url", JSON.stringify(compiledUrl(pathToFileURL(path)).href))
      : undefined,
};

const TIER = process.env["ROTA_TEST_TIER"] === "test" ? "test" : "{test,check}";

export default defineConfig({
  plugins: [startCompiled],
  // Unit tests of pages load the components of the dashboard.
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  resolve: { conditions: ["rota-source"] },
  ssr: { resolve: { conditions: ["rota-source"] } },
  // Where Vitest loads globalSetup, which does not follow the line above.
  environments: { __vitest__: { resolve: { conditions: ["rota-source"] } } },
  test: {
    include: [
      // The tier of a test is its name: `npm test` runs *.test.ts, `npm run check` also *.check.ts, and so does Vitest by itself.
      `{packages,workloads}/*/{src,test,pages}/**/*.${TIER}.ts`,
      `{tools,examples,benchmarks,chaos}/**/*.${TIER}.ts`,
    ],
    pool: "forks",
    // A process runs one file after another: what it has loaded, and PGlite, serve all of them.
    isolate: false,
    // Most tests wait for servers and processes: more of them than cores at once.
    maxWorkers: 4,
    // No test measures time: these limits end a test that hangs, and leave room for a busy machine.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    globalSetup: ["./tools/services/global-setup.ts"],
    setupFiles: ["./tools/testing/patient-waits.ts", "./tools/testing/property-seed.ts"],
    runner: "./tools/testing/left-out-runner.ts",
    sequence: { sequencer: SlowFilesFirst },
  },
});
