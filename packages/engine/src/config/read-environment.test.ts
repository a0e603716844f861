import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RotaError } from "../errors.ts";
import { readConfig, type OptionsReading } from "./read-config.ts";
import type { SecretFiles } from "./read-environment.ts";
import type { SettingsOwner, WorkloadSettings } from "./workload-settings.ts";

function read(env: NodeJS.ProcessEnv, secretFiles: SecretFiles = {}): OptionsReading {
  const surroundings = { workerId: "w", isTerminal: false };
  return readConfig({ env, secretFiles, flags: {}, surroundings, workloads: [shop, mail] });
}

const broker = {
  protocol: "amqp",
  host: { names: ["MESSAGES_HOST"] },
  port: { names: ["MESSAGES_PORT"], default: "5672" },
};

const shop: SettingsOwner = {
  name: "shop",
  settings: {
    aliases: {
      databaseUrl: {
        parts: {
          protocol: "postgres",
          host: { names: ["SHOP_DB_HOST"] },
          port: { names: ["SHOP_DB_PORT"], default: "5432" },
          user: { names: ["SHOP_DB_USER"], default: "postgres" },
          password: { names: ["SHOP_DB_PASSWORD"] },
          database: { names: ["SHOP_DB_NAME"], default: "shop" },
          sslmode: { names: ["SHOP_DB_SSLMODE"], default: "disable" },
        },
      },
      databasePoolSize: { names: ["SHOP_DB_POOL_SIZE"] },
      rabbitmqUrl: {
        names: ["SHOP_QUEUE_URL"],
        parts: {
          ...broker,
          user: { names: ["MESSAGES_USERNAME"], default: "guest" },
          password: { names: ["MESSAGES_PASSWORD"], default: "guest" },
        },
      },
      redisUrl: {
        parts: {
          protocol: "redis",
          host: { names: ["CACHE_HOST"] },
          port: { names: ["CACHE_PORT"], default: "6379" },
          password: { names: ["CACHE_PASSWORD"] },
        },
      },
      brokerTriggerEnabled: { names: ["SHOP_QUEUE_ENABLED"] },
      leaseMs: { namesInSeconds: ["SHOP_JOBS_LEASE_SECONDS"] },
      leaseRenewMs: { namesInSeconds: ["SHOP_JOBS_LEASE_RENEW_SECONDS"] },
      workerId: { names: ["SHOP_WORKER_ID"] },
      logLevel: { names: ["SHOP_LOG_LEVEL"] },
      logJson: { names: ["SHOP_LOG_JSON"] },
    },
    defaults: { brokerTriggerExchange: "shop", workerSlots: 3 },
    variables: ["SHOP_ENV", "SHOP_HTTP_PORT", "ROTA_SHOP_TOKEN"],
    withoutEffect: { SHOP_MODE: "use logLevel", OTHER_MODE: "there is one mode" },
    prefixes: ["CACHE_"],
  },
};

const mail: SettingsOwner = {
  name: "mail",
  settings: {
    aliases: {
      rabbitmqUrl: {
        parts: {
          ...broker,
          user: { names: ["MESSAGES_USER"], default: "guest" },
          password: { names: ["MESSAGES_PASS"], default: "guest" },
        },
      },
    },
    defaults: { workerSlots: 3 },
  },
};

describe("the names of workloads", () => {
  test("set options", () => {
    const { config } = read({
      SHOP_QUEUE_ENABLED: "true",
      SHOP_QUEUE_URL: "amqp://ann:pw@queue/v",
      SHOP_JOBS_LEASE_SECONDS: "20",
      SHOP_JOBS_LEASE_RENEW_SECONDS: "5",
      SHOP_WORKER_ID: "worker-1",
      SHOP_DB_POOL_SIZE: "7",
      SHOP_LOG_LEVEL: "warn",
      SHOP_LOG_JSON: "False",
    });

    expect(config).toMatchObject({
      brokerTriggerEnabled: true,
      rabbitmqUrl: "amqp://ann:pw@queue/v",
      leaseMs: 20_000,
      leaseRenewMs: 5_000,
      workerId: "worker-1",
      databasePoolSize: 7,
      logLevel: "warn",
      logJson: false,
    });
  });

  test("form whole addresses, with the workload's defaults for missing parts", () => {
    const { config, sources } = read({ SHOP_DB_HOST: "db", MESSAGES_HOST: "rabbitmq", CACHE_HOST: "redis" });

    expect(config.databaseUrl).toBe("postgres://postgres@db:5432/shop?sslmode=disable");
    expect(config.rabbitmqUrl).toBe("amqp://guest:guest@rabbitmq:5672");
    expect(config.redisUrl).toBe("redis://redis:6379");
    expect(sources.rabbitmqUrl).toBe("MESSAGES_HOST");
  });

  test("every part of an address counts, and any character of a password is kept", () => {
    const password = fc.string({ minLength: 1, maxLength: 40, unit: "binary" });
    fc.assert(
      fc.property(password, (secret) => {
        const { config } = read({
          SHOP_DB_HOST: "::1",
          SHOP_DB_PORT: "5433",
          SHOP_DB_USER: "a/b",
          SHOP_DB_PASSWORD: secret,
          SHOP_DB_NAME: "two words",
          SHOP_DB_SSLMODE: "verify-full",
        });

        const url = new URL(config.databaseUrl ?? "");
        expect(url.host).toBe("[::1]:5433");
        expect(decodeURIComponent(url.username)).toBe("a/b");
        expect(decodeURIComponent(url.password)).toBe(secret);
        expect(decodeURIComponent(url.pathname)).toBe("/two words");
        expect(url.search).toBe("?sslmode=verify-full");
      }),
    );
  });

  test("give way to a ROTA_ name, even when they are wrong", () => {
    const { config } = read({
      ROTA_RABBITMQ_URL: "amqp://ours",
      SHOP_QUEUE_URL: "not a url",
      MESSAGES_HOST: "other",
      MESSAGES_USER: "a",
      MESSAGES_USERNAME: "b",
    });

    expect(config.rabbitmqUrl).toBe("amqp://ours");
  });

  test("that disagree are refused with both names and without their values", () => {
    expect(() => read({ MESSAGES_HOST: "h", MESSAGES_PASS: "hunter2", MESSAGES_PASSWORD: "hunter3" })).toThrow(
      /^MESSAGES_PASSWORD and MESSAGES_PASS disagree; unset one of them$/,
    );
    expect(() => read({ MESSAGES_HOST: "h", SHOP_QUEUE_URL: "amqp://guest:guest@other:5672" })).toThrow(
      "SHOP_QUEUE_URL and MESSAGES_HOST disagree about rabbitmqUrl; unset one of them or set ROTA_RABBITMQ_URL",
    );
  });

  test("that agree are fine", () => {
    const env = {
      MESSAGES_HOST: "h",
      MESSAGES_USER: "a",
      MESSAGES_USERNAME: "a",
      SHOP_QUEUE_URL: "amqp://a:guest@h:5672",
    };

    expect(read(env).config.rabbitmqUrl).toBe("amqp://a:guest@h:5672");
  });

  test("that are parts of an address without a host change nothing and are reported", () => {
    const { config, hints } = read({ MESSAGES_PORT: "5673", CACHE_PASSWORD: "hunter2" });

    expect(config).toMatchObject({ rabbitmqUrl: undefined, redisUrl: undefined });
    expect(hints).toEqual([
      "MESSAGES_PORT changes nothing unless MESSAGES_HOST is set as well",
      "CACHE_PASSWORD changes nothing unless CACHE_HOST is set as well",
    ]);
  });

  test.each([
    ["SHOP_DB_HOST", "db:5432", "a host name or an IP address, without port"],
    ["SHOP_DB_HOST", "a@b/c", "a host name or an IP address, without port"],
    ["SHOP_DB_PORT", "65536", "a port number from 1 to 65535"],
    ["SHOP_DB_PORT", "0", "a port number from 1 to 65535"],
    ["SHOP_DB_SSLMODE", "on", "one of disable, allow, prefer, require, verify-ca, verify-full"],
  ])("%s=%s is refused", (name, text, limit) => {
    expect(() => read({ SHOP_DB_HOST: "db", [name]: text })).toThrow(`${name} is "${text}": it must be ${limit}`);
  });

  test("in seconds take whole numbers only", () => {
    expect(() => read({ SHOP_JOBS_LEASE_SECONDS: "1.5" })).toThrow(`leaseMs from SHOP_JOBS_LEASE_SECONDS is "1.5"`);
    expect(() => read({ SHOP_JOBS_LEASE_SECONDS: "" })).not.toThrow();
  });

  test("of other programs are ignored, and a likely mistake is reported", () => {
    const { hints } = read({ SHOP_ENV: "prod", SHOP_HTTP_PORT: "8080", SHOP_QUEUE_URI: "amqp://a", PATH: "/bin" });

    expect(hints).toEqual(["SHOP_QUEUE_URI is not known and changes nothing; did you mean SHOP_QUEUE_URL?"]);
  });
});

test("variables without effect are reported with what to use, and others that begin as a workload says", () => {
  const { hints } = read({
    SHOP_MODE: "quiet",
    OTHER_MODE: "1",
    OTHER_NAME: "2",
    CACHE_HOTS: "redis",
    MESSAGES_X: "3",
  });

  expect(hints).toEqual([
    "SHOP_MODE has no effect: use logLevel",
    "OTHER_MODE has no effect: there is one mode",
    "CACHE_HOTS is not known and changes nothing; did you mean CACHE_HOST?",
  ]);
});

describe("the defaults of workloads", () => {
  test("replace those of the engine, and say where they are from", () => {
    const { config, sources } = read({});

    expect(config).toMatchObject({ brokerTriggerExchange: "shop", workerSlots: 3, databasePoolSize: 10 });
    expect(sources).toMatchObject({ brokerTriggerExchange: "default of shop", databasePoolSize: "default" });
  });

  test("give way to every source", () => {
    expect(read({ ROTA_BROKER_TRIGGER_EXCHANGE: "mine" }).config.brokerTriggerExchange).toBe("mine");
  });
});

test("a variable of a workload may begin with ROTA_, and another one may not", () => {
  expect(() => read({ ROTA_SHOP_TOKEN: "x" })).not.toThrow();
  expect(() => read({ ROTA_SHOP_TOKN: "x" })).toThrow("did you mean ROTA_SHOP_TOKEN?");
});

describe("the settings of workloads are refused", () => {
  const refusal = (...settings: WorkloadSettings[]): RotaError | undefined => {
    const workloads = settings.map((given, index) => ({ name: `w${String(index + 1)}`, settings: given }));
    try {
      readConfig({ env: {}, flags: {}, surroundings: { workerId: "w", isTerminal: false }, workloads });
    } catch (error) {
      if (error instanceof RotaError) return error;
      throw error;
    }
    return undefined;
  };
  const parts = (port: string) => ({
    ...{ protocol: "redis", host: { names: ["CACHE_HOST"] }, password: { names: ["CACHE_PASSWORD"] } },
    port: { names: ["CACHE_PORT"], default: port },
  });

  test.each<[string, WorkloadSettings, WorkloadSettings, string]>([
    [
      "different defaults of one option",
      { defaults: { workerSlots: 3 } },
      { defaults: { workerSlots: 4 } },
      "workloads w1 and w2 give workerSlots different defaults: leave one of them out of workloads",
    ],
    [
      "different defaults of one piece of an address",
      { aliases: { redisUrl: { parts: parts("6379") } } },
      { aliases: { redisUrl: { parts: parts("6380") } } },
      "workloads w1 and w2 give the port of redisUrl different defaults: leave one of them out of workloads",
    ],
    [
      "one name for two options",
      { aliases: { workerSlots: { names: ["APP_SIZE"] } } },
      { aliases: { databasePoolSize: { names: ["APP_SIZE"] } } },
      "APP_SIZE would set databasePoolSize and workerSlots: leave a workload out",
    ],
    [
      "one name in seconds and in milliseconds",
      { aliases: { leaseMs: { names: ["APP_LEASE"] } } },
      { aliases: { leaseMs: { namesInSeconds: ["APP_LEASE"] } } },
      "APP_LEASE would set leaseMs and leaseMs in seconds: leave a workload out",
    ],
  ])("with WORKLOAD_CLASH: %s", (_, one, two, message) => {
    expect(refusal(one, two)).toMatchObject({ code: "WORKLOAD_CLASH", message });
  });

  test("with WORKLOAD_INVALID: a default outside the limits, and an option that does not exist", () => {
    expect(refusal({ defaults: { workerSlots: 0 } })).toMatchObject({ code: "WORKLOAD_INVALID" });
    const misspelled: object = { aliases: { workerSlot: { names: ["APP_SLOTS"] } } };
    expect(refusal(misspelled)?.message).toBe("the settings of workload w1 name workerSlot, which is no option");
  });

  test("never for the same names and defaults in two workloads", () => {
    const shared = { defaults: { workerSlots: 3 }, aliases: { redisUrl: { parts: parts("6379") } } };

    expect(refusal(shared, shared)).toBeUndefined();
  });
});

describe("secrets as files", () => {
  const url = "postgres://ann:pw@db/rota";

  test("are read without their last line break", () => {
    const secretFiles = {
      ROTA_DATABASE_URL: { path: "/run/a", text: `${url}\n` },
      CACHE_PASSWORD: { path: "/run/b", text: " two\nlines \r\n" },
    };
    const env = {
      ROTA_DATABASE_URL_FILE: "/run/a",
      CACHE_HOST: "redis",
      CACHE_PASSWORD_FILE: "/run/b",
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
    MESSAGES_PORT: "tcp://10.0.0.2:5672",
    MESSAGES_HOST: "rabbitmq",
  });

  expect(config.rabbitmqUrl).toBe("amqp://guest:guest@rabbitmq:5672");
  expect(hints).toEqual([]);
});
