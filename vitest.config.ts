/** Tells Vitest where tests are and that packages of this repository are taken from their sources. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["rota-source"] },
  ssr: { resolve: { conditions: ["rota-source"] } },
  // Where Vitest loads globalSetup, which does not follow the line above.
  environments: { __vitest__: { resolve: { conditions: ["rota-source"] } } },
  test: {
    include: [
      "packages/*/{src,test}/**/*.test.ts",
      "tools/**/*.test.ts",
      "benchmarks/**/*.test.ts",
      "examples/*.test.ts",
    ],
    pool: "forks",
    // A process runs one file after another: what it has loaded, and PGlite, serve all of them.
    isolate: false,
    // Most tests wait for servers and processes: more of them than cores at once.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ["./tools/services/global-setup.ts"],
  },
});
