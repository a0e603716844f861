/** Makes sure that every test service is available: installs missing ones, or reports at once what is missing. */
import { canInstallWithApt, installWithApt } from "./supply/apt-install.ts";
import {
  DEBIAN_PACKAGES,
  decideSupply,
  describeMissing,
  SERVICE_NAMES,
  servicesOfKind,
  URL_VARIABLES,
} from "./supply/decide-supply.ts";
import type { ServiceName, Supply, SupplyFacts } from "./supply/decide-supply.ts";
import { dockerAnswers } from "./supply/docker-service.ts";
import { findRabbitmq, findRedis } from "./supply/find-binaries.ts";
import { checkGivenUrl } from "./supply/given-url.ts";
import { isLeftOut } from "./left-out.ts";
import { describeError, ServiceError } from "./service-error.ts";

type ResolvedServices = Readonly<Record<ServiceName, Supply>>;

/** Afterwards each service is given and answers, or can be started. `report` gets the progress of slow steps. */
export async function resolveServices(report: (line: string) => void): Promise<ResolvedServices> {
  const givenUrls = readGivenUrls();
  await checkGivenUrls(givenUrls);
  const facts = {
    givenUrls,
    installed: findInstalled(),
    canInstall: canInstallWithApt(),
    dockerAnswers: false,
    leftOut: SERVICE_NAMES.filter(isLeftOut),
  };
  const installed = await installMissing(facts, report);
  return settleSupplies(await askDocker(installed.facts), installed.failure);
}

function readGivenUrls(): Partial<Record<ServiceName, string>> {
  const given: Partial<Record<ServiceName, string>> = {};
  for (const name of SERVICE_NAMES) {
    const url = process.env[URL_VARIABLES[name]];
    if (url !== undefined && url !== "" && !isLeftOut(name)) given[name] = url;
  }
  return given;
}

/** Reports all addresses that do not answer, not only the first. */
async function checkGivenUrls(givenUrls: SupplyFacts["givenUrls"]): Promise<void> {
  const problems = await Promise.all(
    SERVICE_NAMES.map(async (name) => {
      const url = givenUrls[name];
      return url === undefined ? undefined : checkGivenUrl(name, url);
    }),
  );
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw new ServiceError("SERVICE_UNAVAILABLE", found.join("\n"));
}

function findInstalled(): SupplyFacts["installed"] {
  return { redis: findRedis() !== undefined, rabbitmq: findRabbitmq() !== undefined };
}

/** Continues after a failed installation, because Docker may help; the final error mentions both. */
async function installMissing(
  facts: SupplyFacts,
  report: (line: string) => void,
): Promise<{ facts: SupplyFacts; failure?: string }> {
  const packages = servicesOfKind("apt", facts).map((name) => DEBIAN_PACKAGES[name]);
  if (packages.length === 0) return { facts };
  try {
    await installWithApt(packages, report);
    return { facts: { ...facts, installed: findInstalled(), canInstall: false } };
  } catch (error) {
    return { facts: { ...facts, canInstall: false }, failure: describeError(error) };
  }
}

/** Asked only when it matters, because a Docker engine that hangs costs seconds. */
async function askDocker(facts: SupplyFacts): Promise<SupplyFacts> {
  if (servicesOfKind("missing", facts).length === 0) return facts;
  return { ...facts, dockerAnswers: await dockerAnswers() };
}

function settleSupplies(facts: SupplyFacts, installationFailure?: string): ResolvedServices {
  const missing = servicesOfKind("missing", facts);
  if (missing.length > 0) throw new ServiceError("SERVICES_MISSING", describeMissing(missing, installationFailure));
  return {
    postgres: decideSupply("postgres", facts),
    redis: decideSupply("redis", facts),
    rabbitmq: decideSupply("rabbitmq", facts),
  };
}
