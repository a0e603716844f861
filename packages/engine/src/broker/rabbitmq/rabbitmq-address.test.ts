/** Tests of reading a URL of RabbitMQ. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isRotaError } from "../../errors.ts";
import { readRabbitmqAddress } from "./rabbitmq-address.ts";

test.each([
  ["amqp://host", "host:5672, user guest, virtual host /"],
  ["amqp://host/", "host:5672, user guest, virtual host /"],
  ["amqps://ann:pw@host/%2f", "host:5671, user ann, virtual host /"],
  ["amqp://ann:pw@host:5673/fis", "host:5673, user ann, virtual host fis"],
  ["amqp://ann:pw@[::1]/%2ffis", "[::1]:5672, user ann, virtual host /fis"],
])("%s is %s", (url, described) => {
  expect(readRabbitmqAddress(url).described).toBe(described);
});

test("a password that is given beside the URL overrides the one in it", () => {
  expect(readRabbitmqAddress("amqp://ann:old@host", "new").fields).toMatchObject({ username: "ann", password: "new" });
  expect(readRabbitmqAddress("amqp://ann@host", "p%w").fields.password).toBe("p%w");
  expect(readRabbitmqAddress("amqp://ann:p%25w@host").fields.password).toBe("p%w");
});

test("a URL without user and password connects as guest", () => {
  expect(readRabbitmqAddress("amqp://host").fields).toMatchObject({ username: "guest", password: "guest" });
});

test("heartbeat and certificate authority come from the query", () => {
  const { fields, caFile } = readRabbitmqAddress("amqps://host/?heartbeat=5&cacertfile=/etc/ca.pem");

  expect([fields.heartbeat, caFile]).toEqual([5, "/etc/ca.pem"]);
});

test.each([
  ["nothing", "it is no URL"],
  ["http://host", "neither amqp:// nor amqps://"],
  ["amqp://host/a/b", "its path is one virtual host"],
  ["amqp://host/%zz", "its virtual host has a %"],
  ["amqp://host?heartbeat=0", "heartbeat=0 is not 1 to 600 seconds"],
  ["amqp://host?verify=none", 'no setting "verify", only heartbeat and cacertfile'],
])("%s is refused, since %s", (url, reason) => {
  expect(() => readRabbitmqAddress(url)).toThrow(expect.objectContaining({ code: "BROKER_URL_INVALID" }));
  expect(() => readRabbitmqAddress(url)).toThrow(reason);
});

test("whatever the password is, it is passed on unchanged and never shown", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 12, unit: "grapheme" }),
      fc.constantFrom("", "/a/b", "?x=1"),
      (password, rest) => {
        const url = `amqp://ann:${encodeURIComponent(password)}@host${rest}`;
        try {
          const { fields, described } = readRabbitmqAddress(url);
          expect(fields.password).toBe(password);
          expect(described).not.toContain(password);
        } catch (error) {
          if (!isRotaError(error)) throw error;
          expect(`${error.message} ${JSON.stringify(error.details)}`).not.toContain(encodeURIComponent(password));
        }
      },
    ),
  );
});
