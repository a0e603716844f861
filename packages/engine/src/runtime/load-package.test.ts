/** A package that an installation lacks is named with the command that installs it. */
import { expect, test } from "vitest";
import { loadPackage } from "./load-package.ts";

const WANTED = { name: "amqplib", neededBy: "rabbitmqUrl" };

test("a package that is installed is loaded", async () => {
  expect(await loadPackage(WANTED, async () => ({ connect: 1 }))).toEqual({ connect: 1 });
});

test("a package that is not installed is refused with the command that installs it", async () => {
  const loading = loadPackage(WANTED, () =>
    Promise.reject(notFound("Cannot find package 'amqplib' imported from /a.js")),
  );

  await expect(loading).rejects.toMatchObject({
    code: "PACKAGE_MISSING",
    message: 'rabbitmqUrl needs the package amqplib, which is not installed: run "npm install amqplib"',
    details: { package: "amqplib" },
  });
});

test("what fails inside an installed package is passed on", async () => {
  const inner = notFound("Cannot find package 'buffer-more-ints' imported from /node_modules/amqplib/lib/frame.js");

  await expect(loadPackage(WANTED, () => Promise.reject(inner))).rejects.toBe(inner);
  await expect(loadPackage(WANTED, () => Promise.reject(new TypeError("no")))).rejects.toThrow(TypeError);
});

function notFound(message: string): Error {
  return Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });
}
