import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readConfig, type OptionsReading } from "./read-config.ts";
import type { SecretFiles } from "./read-environment.ts";

function read(env: NodeJS.ProcessEnv, secretFiles: SecretFiles = {}): OptionsReading {
  return readConfig({ env, secretFiles, flags: {}, surroundings: { workerId: "w", isTerminal: false } });
}

describe("the source documents' names", () => {
  test("set our options", () => {
    const { config } = read({
      BPC_QUEUE_ENABLED: "true",
      BPC_QUEUE_URL: "amqp://ann:pw@queue/v",
      BPC_QUEUE_EXCHANGE: "x",
      BPC_QUEUE_ROUTING_KEY: "y",
      BPC_HEALTH_REQUIRE_QUEUE: "1",
      BPC_JOBS_POLL_INTERVAL_MS: "500",
      BPC_JOBS_LEASE_SECONDS: "20",
      BPC_JOBS_LEASE_RENEW_SECONDS: "5",
      BPC_WORKER_ID: "worker-1",
      BPC_DB_POOL_SIZE: "7",
      BPC_LOG_LEVEL: "warn",
      BPC_LOG_JSON: "False",
    });

    expect(config).toMatchObject({
      brokerTriggerEnabled: true,
      rabbitmqUrl: "amqp://ann:pw@queue/v",
      brokerTriggerExchange: "x",
      brokerTriggerRoutingKey: "y",
      healthRequireBroker: true,
      pollIntervalMs: 500,
      leaseMs: 20_000,
      leaseRenewMs: 5_000,
      workerId: "worker-1",
      databasePoolSize: 7,
      logLevel: "warn",
      logJson: false,
    });
  });

  test("form whole addresses, with the source documents' defaults for missing parts", () => {
    const { config, sources } = read({ BPC_DB_HOST: "db", RABBITMQ_HOST: "rabbitmq", SPRING_REDIS_HOST: "redis" });

    expect(config.databaseUrl).toBe("postgres://postgres@db:5432/bpc?sslmode=disable");
    expect(config.rabbitmqUrl).toBe("amqp://guest:guest@rabbitmq:5672");
    expect(config.redisUrl).toBe("redis://redis:6379");
    expect(sources.rabbitmqUrl).toBe("RABBITMQ_HOST");
  });

  test("every part of an address counts, and any character of a password is kept", () => {
    const password = fc.string({ minLength: 1, maxLength: 40, unit: "binary" });
    fc.assert(
      fc.property(password, (secret) => {
        const { config } = read({
          BPC_DB_HOST: "::1",
          BPC_DB_PORT: "5433",
          BPC_DB_USER: "a/b",
          BPC_DB_PASSWORD: secret,
          BPC_DB_NAME: "pass ports",
          BPC_DB_SSLMODE: "verify-full",
        });

        const url = new URL(config.databaseUrl ?? "");
        expect(url.host).toBe("[::1]:5433");
        expect(decodeURIComponent(url.username)).toBe("a/b");
        expect(decodeURIComponent(url.password)).toBe(secret);
        expect(decodeURIComponent(url.pathname)).toBe("/pass ports");
        expect(url.search).toBe("?sslmode=verify-full");
      }),
    );
  });

  test("give way to a ROTA_ name, even when they are wrong", () => {
    const { config } = read({
      ROTA_RABBITMQ_URL: "amqp://ours",
      BPC_QUEUE_URL: "not a url",
      RABBITMQ_HOST: "other",
      RABBITMQ_USER: "a",
      RABBITMQ_USERNAME: "b",
    });

    expect(config.rabbitmqUrl).toBe("amqp://ours");
  });

  test("that disagree are refused with both names and without their values", () => {
    expect(() => read({ RABBITMQ_HOST: "h", RABBITMQ_PASS: "hunter2", RABBITMQ_PASSWORD: "hunter3" })).toThrow(
      /^RABBITMQ_PASSWORD and RABBITMQ_PASS disagree; unset one of them$/,
    );
    expect(() => read({ RABBITMQ_HOST: "h", BPC_QUEUE_URL: "amqp://guest:guest@other:5672" })).toThrow(
      "BPC_QUEUE_URL and RABBITMQ_HOST disagree about rabbitmqUrl; unset one of them or set ROTA_RABBITMQ_URL",
    );
  });

  test("that agree are fine", () => {
    const env = {
      RABBITMQ_HOST: "h",
      RABBITMQ_USER: "a",
      RABBITMQ_USERNAME: "a",
      BPC_QUEUE_URL: "amqp://a:guest@h:5672",
    };

    expect(read(env).config.rabbitmqUrl).toBe("amqp://a:guest@h:5672");
  });

  test("that are parts of an address without a host change nothing and are reported", () => {
    const { config, hints } = read({ RABBITMQ_PORT: "5673", SPRING_REDIS_PASSWORD: "hunter2" });

    expect(config).toMatchObject({ rabbitmqUrl: undefined, redisUrl: undefined });
    expect(hints).toEqual([
      "RABBITMQ_PORT changes nothing unless RABBITMQ_HOST is set as well",
      "SPRING_REDIS_PASSWORD changes nothing unless SPRING_REDIS_HOST is set as well",
    ]);
  });

  test.each([
    ["BPC_DB_HOST", "db:5432", "a host name or an IP address, without port"],
    ["BPC_DB_HOST", "a@b/c", "a host name or an IP address, without port"],
    ["BPC_DB_PORT", "65536", "a port number from 1 to 65535"],
    ["BPC_DB_PORT", "0", "a port number from 1 to 65535"],
    ["BPC_DB_SSLMODE", "on", "one of disable, allow, prefer, require, verify-ca, verify-full"],
  ])("%s=%s is refused", (name, text, limit) => {
    expect(() => read({ BPC_DB_HOST: "db", [name]: text })).toThrow(`${name} is "${text}": it must be ${limit}`);
  });

  test("in seconds take whole numbers only", () => {
    expect(() => read({ BPC_JOBS_LEASE_SECONDS: "1.5" })).toThrow(`leaseMs from BPC_JOBS_LEASE_SECONDS is "1.5"`);
    expect(() => read({ BPC_JOBS_LEASE_SECONDS: "" })).not.toThrow();
  });

  test("of other programs are ignored, and a likely mistake is reported", () => {
    const { hints } = read({ BPC_ENV: "prod", BPC_HTTP_PORT: "8080", BPC_QUEUE_URI: "amqp://a", PATH: "/bin" });

    expect(hints).toEqual(["BPC_QUEUE_URI is not known and changes nothing; did you mean BPC_QUEUE_URL?"]);
  });
});

describe("secrets as files", () => {
  const url = "postgres://ann:pw@db/rota";

  test("are read without their last line break", () => {
    const secretFiles = {
      ROTA_DATABASE_URL: { path: "/run/a", text: `${url}\n` },
      SPRING_REDIS_PASSWORD: { path: "/run/b", text: " two\nlines \r\n" },
    };
    const env = {
      ROTA_DATABASE_URL_FILE: "/run/a",
      SPRING_REDIS_HOST: "redis",
      SPRING_REDIS_PASSWORD_FILE: "/run/b",
    };

    const { config, sources } = read(env, secretFiles);

    expect(config.databaseUrl).toBe(url);
    expect(sources.databaseUrl).toBe("ROTA_DATABASE_URL_FILE (/run/a)");
    expect(decodeURIComponent(new URL(config.redisUrl ?? "").password)).toBe(" two\nlines ");
  });

  test("are refused when the value is given as well, when they are empty, and when they cannot be read", () => {
    const env = { ROTA_DATABASE_URL_FILE: "/run/a" };

    expect(() =>
      read({ ...env, ROTA_DATABASE_URL: url }, { ROTA_DATABASE_URL: { path: "/run/a", text: url } }),
    ).toThrow("ROTA_DATABASE_URL and ROTA_DATABASE_URL_FILE are both set; unset one of them");
    expect(() => read(env, { ROTA_DATABASE_URL: { path: "/run/a", text: "\n" } })).toThrow("/run/a, which is empty");
    expect(() => read(env, { ROTA_DATABASE_URL: { path: "/run/a", failure: "EACCES" } })).toThrow(
      "ROTA_DATABASE_URL_FILE names /run/a, which cannot be read: EACCES",
    );
  });

  test("are not shown when the secret itself is given instead of its path", () => {
    const env = { ROTA_DATABASE_URL_FILE: "postgres://ann:hunter2@db", ROTA_REDIS_PASSWORD_FILE: "hunter2" };
    const failed = (path: string) => ({ path, failure: "ENOENT" });
    const files = {
      ROTA_DATABASE_URL: failed(env.ROTA_DATABASE_URL_FILE),
      ROTA_REDIS_PASSWORD: failed(env.ROTA_REDIS_PASSWORD_FILE),
    };

    expect(() => read(env, files)).toThrow(/^2 problems:((?!hunter2)[^])*$/);
  });

  test("exist for secrets only", () => {
    expect(() => read({ ROTA_SCHEMA_FILE: "/run/a" })).toThrow("unknown option ROTA_SCHEMA_FILE");
  });
});

test("variables of Kubernetes about services with our names are ignored", () => {
  const { config, hints } = read({
    ROTA_PORT: "tcp://10.0.0.1:5432",
    ROTA_SERVICE_HOST: "10.0.0.1",
    ROTA_SERVICE_PORT_HTTP: "80",
    ROTA_DB_PORT_5432_TCP: "tcp://10.0.0.1:5432",
    ROTA_DB_PORT_5432_TCP_ADDR: "10.0.0.1",
    RABBITMQ_PORT: "tcp://10.0.0.2:5672",
    RABBITMQ_HOST: "rabbitmq",
  });

  expect(config.rabbitmqUrl).toBe("amqp://guest:guest@rabbitmq:5672");
  expect(hints).toEqual([]);
});
