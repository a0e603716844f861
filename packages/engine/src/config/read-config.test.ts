import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RotaError } from "../errors.ts";
import { environmentName, flagName } from "./option.ts";
import { optionNames, optionTable, type OptionName } from "./config.ts";
import { readConfig, type OptionsReading, type ConfigSources } from "./read-config.ts";

const surroundings = { workerId: "host-1-abc", isTerminal: false };

function read(given: Partial<ConfigSources> & { fileText?: string } = {}): OptionsReading {
  const { fileText, ...sources } = given;
  const file = fileText === undefined ? {} : { file: { path: "rota.config.json", text: fileText } };
  return readConfig({ env: {}, flags: {}, surroundings, ...file, ...sources });
}

function refusal(given: Parameters<typeof read>[0]): RotaError {
  try {
    read(given);
  } catch (error) {
    if (error instanceof RotaError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

test("an option of an earlier version without effect is reported under each name that it has, and never refused", () => {
  const given = { flags: { redisPoolSize: "5" }, env: { ROTA_REDIS_POOL_SIZE: "x" }, fileText: '{"redisPoolSize":20}' };

  expect(read(given).hints).toEqual(
    ["--redis-pool-size", "ROTA_REDIS_POOL_SIZE", "redisPoolSize"].map(
      (name) => `${name} has no effect: one process uses one connection to Redis`,
    ),
  );
});

describe("where values come from", () => {
  test("without sources every option has its default", () => {
    const { config, hints } = read();

    expect(config).toMatchObject({
      dataDir: "./rota-data",
      schema: "rota",
      databasePoolSize: 10,
      pollIntervalMs: 1000,
    });
    expect(config).toMatchObject({ leaseMs: 60_000, leaseRenewMs: 30_000, workerId: "host-1-abc", logJson: true });
    expect(config).toMatchObject({ databaseUrl: undefined, rabbitmqUrl: undefined, redisUrl: undefined });
    expect(hints).toEqual([]);
  });

  test("flags override the environment, which overrides the file, which overrides defaults, for every option", () => {
    const places = fc.record({
      name: fc.constantFrom(...optionNames()),
      places: fc.subarray(["file", "env", "flags"]),
    });
    fc.assert(
      fc.property(places, ({ name, places }) => {
        const [inFile, inEnv, inFlags] = samples(name);
        const fileText = JSON.stringify({ ...NEEDED, ...(places.includes("file") ? { [name]: inFile } : {}) });
        const env = places.includes("env") ? { [environmentName(name)]: String(inEnv) } : {};
        const flags = places.includes("flags") ? { [name]: String(inFlags) } : {};

        const { config, sources } = read({ fileText, env, flags });

        const last = places.at(-1);
        const expected = { file: inFile, env: inEnv, flags: inFlags };
        if (last === "file") expect(sources[name]).toBe("rota.config.json");
        if (last === "env") expect(sources[name]).toBe(environmentName(name));
        if (last === "flags") expect(sources[name]).toBe(flagName(name));
        if (last === "file" || last === "env" || last === "flags") expect(config[name]).toEqual(expected[last]);
        else if (!Object.hasOwn(NEEDED, name)) expect(sources[name]).toBe("default");
      }),
    );
  });

  test("a file may begin with a byte order mark", () => {
    expect(read({ fileText: `\uFEFF{"schema": "mine"}` }).config.schema).toBe("mine");
  });

  test("an empty variable counts as not set", () => {
    expect(read({ env: { ROTA_SCHEMA: "", ROTA_LOG_LEVEL: "" } }).config).toMatchObject({
      schema: "rota",
      logLevel: "info",
    });
  });

  test("a shorter lease is renewed more often by default", () => {
    expect(read({ env: { ROTA_LEASE_MS: "10000" } }).config.leaseRenewMs).toBe(5_000);
  });

  test("lines are written for people when the log goes to a terminal", () => {
    expect(read({ surroundings: { ...surroundings, isTerminal: true } }).config.logJson).toBe(false);
  });
});

/** Settings with which every other option can be set without breaking a rule. */
const NEEDED = {
  rabbitmqUrl: "amqp://b",
  redisUrl: "redis://c",
  databaseUrl: "postgres://a",
  brokerConcurrencyMax: 100,
  tokenIssuer: "https://id.example.org",
  tokenAudience: "rota",
};

/** Returns three different values that the option accepts. */
function samples(name: OptionName): [unknown, unknown, unknown] {
  const option = optionTable[name];
  switch (option.kind) {
    case "integer":
      return name === "leaseMs" ? [70_000, 80_000, 90_000] : [option.min + 3, option.min + 4, option.min + 5];
    case "boolean":
      return [true, false, true];
    case "choice":
      return ["debug", "warn", "error"];
    case "url":
      return [`${option.protocols[0]}://h1/x`, `${option.protocols[0]}://h2/x`, `${option.protocols[1]}://h3/x`];
    case "list":
      if (name === "lockTtlMsByOperation") return [["A=1000"], ["A=2000"], ["A=1000", "B=3000"]];
      return [["one"], ["one", "two"], ["./three.mjs"]];
    case "text":
    case "secret":
      return name === "serverTrustedProxies" ? ["10.0.0.1", "10.0.0.2", "::1"] : ["first", "second", "third"];
  }
}

describe("what is refused", () => {
  test("an unknown option is refused with the nearest known one, whatever its source", () => {
    const inFile = refusal({ fileText: `{"databseUrl": "postgres://a"}` });
    const inEnvironment = refusal({ env: { ROTA_POOL_INTERVAL_MS: "1" } });
    const inFlags = refusal({ flags: { leaseMilliseconds: "1", logLvel: "info" } });

    expect(inFile.code).toBe("CONFIG_UNKNOWN_OPTION");
    expect(inFile.message).toBe("unknown option databseUrl in rota.config.json; did you mean databaseUrl?");
    expect(inEnvironment.message).toBe(
      "unknown option ROTA_POOL_INTERVAL_MS in the environment; did you mean ROTA_POLL_INTERVAL_MS?",
    );
    expect(inFlags.message).toContain("unknown option --log-lvel in the command line; did you mean --log-level?");
    expect(inFlags.message).toContain("--lease-milliseconds in the command line; docs/reference/config.md");
  });

  test("options that a program gives are named as it wrote them", () => {
    const unknown = refusal({ flags: { databaseURL: "postgres://a" }, isInCode: true });
    const bad = refusal({ flags: { leaseMs: -1 }, isInCode: true });

    expect(unknown.message).toBe("unknown option databaseURL in config in the code; did you mean databaseUrl?");
    expect(bad.message).toContain("leaseMs from config in the code is");
  });

  test("a bad value is refused with the option, its source, the value and the limit", () => {
    expect(refusal({ env: { ROTA_DATABASE_POOL_SIZE: "ten" } }).message).toBe(
      `databasePoolSize from ROTA_DATABASE_POOL_SIZE is "ten": it must be a whole number of connections from 2 to 1000`,
    );
    expect(refusal({ fileText: `{"logLevel": "loud"}` }).message).toBe(
      `logLevel from rota.config.json is "loud": it must be one of debug, info, warn, error`,
    );
    expect(refusal({ flags: { leaseMs: "1.5" } }).message).toMatch(/^leaseMs from --lease-ms is "1.5": /);
  });

  test.each(["pg_catalog", "Rota", "1st", "a-b", "", "a".repeat(49), 'x"; drop', "rota\n"])(
    "the schema name %j",
    (schema) => {
      expect(refusal({ flags: { schema } }).message).toMatch(/^schema from --schema is /);
    },
  );

  test.each(["-1", "1e3", "0x10", "1.0", " ", "9".repeat(30), "NaN", "Infinity", "1,000"])("the number %j", (text) => {
    expect(refusal({ flags: { pollIntervalMs: text } }).code).toBe("CONFIG_INVALID");
  });

  test("all problems are reported at once", () => {
    const { code, details, message } = refusal({
      fileText: `{"schemaName": "x", "leaseMs": "60000"}`,
      env: { ROTA_NONSENSE: "1", ROTA_LOG_JSON: "maybe" },
      flags: { dataDir: 7 },
    });

    expect(code).toBe("CONFIG_INVALID");
    expect(details["problems"]).toHaveLength(5);
    expect(message).toMatch(/^5 problems:\n- /);
  });

  test("renewing less often than twice a lease is refused", () => {
    expect(refusal({ flags: { leaseMs: "60000", leaseRenewMs: "40000" } }).message).toBe(
      "leaseRenewMs (40000) must be at most half of leaseMs (60000)",
    );
  });

  test("an option that needs a broker or Redis is refused without one", () => {
    const flags = { brokerTriggerEnabled: true, healthRequireBroker: true, healthRequireRedis: true };

    expect(refusal({ flags }).details["problems"]).toHaveLength(3);
  });

  test("tokens of any issuer, or for any audience, are refused", () => {
    const flags = { jwksUrl: "https://id.example.org/jwks", jwksFile: "jwks.json" };

    expect(refusal({ flags }).details["problems"]).toHaveLength(3);
  });

  test("a start with more consumers than the maximum is refused", () => {
    expect(refusal({ flags: { brokerConcurrencyMin: "5" } }).message).toContain("brokerConcurrencyMax (4)");
    const consumers = { intakeConsumersMin: "5", intakeConsumersMax: "4" };
    expect(refusal({ flags: consumers }).message).toContain("intakeConsumersMax (4)");
  });

  test.each(["[]", "null", "7", `"text"`])("a file that holds %s instead of options", (fileText) => {
    expect(refusal({ fileText }).message).toBe("rota.config.json must hold one JSON object with options in it");
  });

  test("a file that is not JSON is refused without quoting it, because it may contain a password", () => {
    const { message } = refusal({ fileText: `{\n  "databaseUrl": "postgres://a:hunter2@b",\n  hunter2 }` });

    expect(message).toMatch(/^rota\.config\.json is not valid JSON/);
    expect(message).not.toContain("hunter2");
  });

  test("names that every object has are no options", () => {
    expect(refusal({ fileText: `{"constructor": 1, "__proto__": 2, "toString": 3}` }).details["problems"]).toHaveLength(
      3,
    );
  });

  test("the value of a secret is never part of a refusal", () => {
    const urls = { databaseUrl: "mysql://a:hunter2@b", rabbitmqUrl: "hunter2", redisUrl: "redis://hunter2 @b" };

    expect(refusal({ flags: { schema: urls.databaseUrl } }).message).not.toContain("hunter2");
    for (const given of [{ flags: urls }, { fileText: JSON.stringify(urls) }]) {
      const error = refusal(given);
      expect(error.message).toContain("it must be a URL that starts with postgres:// or postgresql://");
      expect(JSON.stringify([error.message, error.details])).not.toContain("hunter2");
    }
  });
});

describe("passwords apart from their URLs", () => {
  test("are put into the URL, whatever characters they hold", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 50, unit: "binary" }), (redisPassword) => {
        const { config } = read({ flags: { redisPassword, redisUrl: "redis://cache:1/2" } });

        const url = new URL(config.redisUrl ?? "");
        expect(decodeURIComponent(url.password)).toBe(redisPassword);
        expect(url.host + url.pathname).toBe("cache:1/2");
      }),
    );
  });

  test("stay what they are when a configuration that was read is read again", () => {
    const { config } = read({ flags: { redisPassword: "a/b: c@d'", redisUrl: "redis://cache:1/2" } });

    expect(read({ flags: config }).config.redisUrl).toBe(config.redisUrl);
  });

  test("with half a character are refused", () => {
    const { message } = refusal({ fileText: `{"redisUrl": "redis://c", "redisPassword": "\\ud800"}` });

    expect(message).toContain("redisPassword from rota.config.json is not valid");
  });

  test("need a URL with a host and without a password", () => {
    const flags = { databasePassword: "x", rabbitmqPassword: "x", rabbitmqUrl: "amqp://a:b@c" };

    expect(refusal({ flags }).details["problems"]).toEqual([
      "databasePassword is set but databaseUrl is not",
      "rabbitmqPassword is set and rabbitmqUrl has one too",
    ]);
    expect(refusal({ flags: { databasePassword: "x", databaseUrl: "postgres:///rota?host=/run/pg" } }).message).toBe(
      "databasePassword needs a host in databaseUrl",
    );
  });
});
