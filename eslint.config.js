// Lint rules: what the type checker cannot see and a reviewer should not have to.
import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["**/dist/", "**/node_modules/", ".cache/", "rota-data/", "deploy/", "**/*.generated.ts"] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // A forgotten await in a settle loses a result.
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
      "@typescript-eslint/prefer-readonly": "error",
      // Contracts are asynchronous even where one driver answers at once.
      "@typescript-eslint/require-await": "off",
      "no-console": "error",
      eqeqeq: "error",
    },
  },
  {
    // Rows come back from a driver untyped: these files give them the type that the statement declares.
    files: ["packages/engine/src/database/*-database.ts"],
    rules: { "@typescript-eslint/consistent-type-assertions": "off" },
  },
  {
    // The type checker knows the globals; JSON read by these few scripts is described by JSDoc types.
    files: ["**/*.js"],
    rules: { "no-undef": "off", "@typescript-eslint/no-unsafe-assignment": "off" },
  },
  {
    // Commands talk to a terminal.
    files: ["tools/**", "benchmarks/**", "chaos/**", "examples/**", "packages/cli/src/**"],
    rules: { "no-console": "off" },
  },
);
