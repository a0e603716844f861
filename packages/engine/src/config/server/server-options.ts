/** The options of the HTTP server: where it answers, what it takes, and whose tokens it trusts. */
import type { OptionTable } from "../option.ts";

const CLAIM = { pattern: /^[\x21-\x7e]{0,200}$/, limit: "at most 200 visible ASCII characters" } as const;

export const serverOptionTable = {
  serverHost: {
    sentence: "The address at which the server listens; others than loopback need a key or `jwksUrl` first.",
    kind: "text",
    pattern: /^[A-Za-z0-9.:-]{1,253}$/,
    limit: "a host name or an IP address",
    default: "127.0.0.1",
  },
  serverPort: {
    sentence: "The port at which the server listens; 0 takes a free one.",
    kind: "integer",
    unit: "port",
    min: 0,
    max: 65_535,
    default: 7_400,
  },
  serverPublicUrl: {
    sentence: "Where people reach the server, when that is not where it listens: behind a proxy.",
    kind: "url",
    protocols: ["http", "https"],
    default: undefined,
    unset: "where it listens",
  },
  serverTrustedProxies: {
    sentence: "Addresses or networks of proxies whose `X-Forwarded-For` is believed, separated by commas.",
    kind: "text",
    pattern: /^(?:[0-9a-fA-F.:/]{1,50}(?:,[0-9a-fA-F.:/]{1,50})*)?$/,
    limit: "addresses or networks such as 10.0.0.0/8, separated by commas",
    default: "",
  },
  serverBodyBytesMax: {
    sentence: "How large the body of a request may be.",
    kind: "integer",
    unit: "bytes",
    min: 1_024,
    max: 104_857_600,
    default: 1_048_576,
  },
  serverRequestTimeoutMs: {
    sentence: "How long a request may take to arrive whole.",
    kind: "integer",
    unit: "milliseconds",
    min: 100,
    max: 3_600_000,
    default: 30_000,
  },
  serverRateMax: {
    sentence: "How many requests a minute one key, session or token may send.",
    kind: "integer",
    unit: "requests",
    min: 1,
    max: 100_000_000,
    default: 600_000,
  },
  serverStrangerRateMax: {
    sentence: "How many requests a minute one address may send without a valid key, session or token.",
    kind: "integer",
    unit: "requests",
    min: 1,
    max: 100_000_000,
    default: 1_200,
  },
  jwksUrl: {
    sentence: "Where the keys are with which bearer tokens (JWT, OIDC) are checked.",
    kind: "url",
    protocols: ["https", "http"],
    default: undefined,
    unset: "no tokens are taken, unless `jwksFile` is given",
  },
  jwksFile: {
    sentence: "A file that holds these keys, in place of `jwksUrl`.",
    kind: "text",
    pattern: /^[^\0]{1,1000}$/,
    limit: "a path of 1 to 1000 characters",
    default: undefined,
    unset: "no tokens are taken, unless `jwksUrl` is given",
  },
  tokenIssuer: {
    sentence: "The `iss` that bearer tokens must hold.",
    kind: "text",
    ...CLAIM,
    default: "",
  },
  tokenAudience: {
    sentence: "The `aud` that bearer tokens must hold.",
    kind: "text",
    ...CLAIM,
    default: "",
  },
  tokenNameClaim: {
    sentence: "The claim that names the acting person; `sub` stands in where a token does not hold it.",
    kind: "text",
    ...CLAIM,
    default: "email",
  },
  tokenRolesClaim: {
    sentence: "The claim that lists the roles, as an array or separated by spaces; dots lead into objects.",
    kind: "text",
    ...CLAIM,
    default: "roles",
  },
  tokenTenantClaim: {
    sentence: "The claim that names the one tenant that a token opens, `*` for all; empty: every token opens all.",
    kind: "text",
    ...CLAIM,
    default: "tenant",
  },
} as const satisfies OptionTable;
