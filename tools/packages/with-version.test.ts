import { expect, test } from "vitest";
import { withVersion } from "./with-version.ts";

test("a package gets another version, asks for that one of its sisters, and of others for what it did before", () => {
  const manifest = { name: "@rota/a", version: "0.1.0", dependencies: { "@rota/b": "0.1.0", other: "0.1.0" } };
  const text = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

  expect(withVersion(text(manifest), "0.1.0", "0.2.0")).toBe(
    text({ name: "@rota/a", version: "0.2.0", dependencies: { "@rota/b": "0.2.0", other: "0.1.0" } }),
  );
});
