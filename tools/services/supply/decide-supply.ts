/** Decides where each test service comes from. Pure. */

export const SERVICE_NAMES = ["postgres", "redis", "rabbitmq"] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

export type Supply =
  | { readonly kind: "given"; readonly url: string }
  | { readonly kind: "bundled" } // PostgreSQL comes along as an npm package
  | { readonly kind: "installed" }
  | { readonly kind: "apt" }
  | { readonly kind: "docker" }
  | { readonly kind: "left-out" } // the run does without it
  | { readonly kind: "missing" };

/** Facts about this machine and its environment. */
export type SupplyFacts = {
  readonly givenUrls: Readonly<Partial<Record<ServiceName, string>>>;
  readonly installed: Readonly<Record<"redis" | "rabbitmq", boolean>>;
  readonly canInstall: boolean;
  readonly dockerAnswers: boolean;
  readonly leftOut: readonly ServiceName[];
};

/** Returns the first possible option: left out, a given URL, an installed program, an installation, a container. */
export function decideSupply(name: ServiceName, facts: SupplyFacts): Supply {
  if (facts.leftOut.includes(name)) return { kind: "left-out" };
  const url = facts.givenUrls[name];
  if (url !== undefined) return { kind: "given", url };
  if (name === "postgres") return { kind: "bundled" };
  if (facts.installed[name]) return { kind: "installed" };
  if (facts.canInstall) return { kind: "apt" };
  return facts.dockerAnswers ? { kind: "docker" } : { kind: "missing" };
}

/** Returns the names of the services with this kind of supply. */
export function servicesOfKind(kind: Supply["kind"], facts: SupplyFacts): ServiceName[] {
  return SERVICE_NAMES.filter((name) => decideSupply(name, facts).kind === kind);
}

export const URL_VARIABLES = {
  postgres: "ROTA_TEST_POSTGRES_URL",
  redis: "ROTA_TEST_REDIS_URL",
  rabbitmq: "ROTA_TEST_RABBITMQ_URL",
} as const satisfies Record<ServiceName, string>;

export const DEBIAN_PACKAGES = {
  postgres: "postgresql",
  redis: "redis-server",
  rabbitmq: "rabbitmq-server",
} as const satisfies Record<ServiceName, string>;

/** Returns one text that names every missing service and every way to get it. */
export function describeMissing(missing: readonly ServiceName[], installationFailure?: string): string {
  const packages = missing.map((name) => DEBIAN_PACKAGES[name]).join(" ");
  const exports = missing.map((name) => `  export ${URL_VARIABLES[name]}=${EXAMPLE_URLS[name]}`);
  return [
    `The tests need ${missing.join(" and ")}, not found on this machine. Do one of these and run the tests again:`,
    `  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages}`,
    "or start Docker, or give the addresses of running ones:",
    ...exports,
    "or run the tests that do not need them:",
    `  npm test -- --without ${missing.join(",")}`,
    ...(installationFailure === undefined ? [] : [`Installing them here was tried: ${installationFailure}`]),
  ].join("\n");
}

const EXAMPLE_URLS = {
  postgres: "postgres://user:password@127.0.0.1:5432/database",
  redis: "redis://:password@127.0.0.1:6379",
  rabbitmq: "amqp://user:password@127.0.0.1:5672",
} as const satisfies Record<ServiceName, string>;
