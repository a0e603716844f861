/** Plays the scene of `npm start` in a process and a folder of its own, for whoever looks at its pages. */
import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const COMMAND = fileURLToPath(new URL("../../../cli/src/bin.ts", import.meta.url));

export type PlayedScene = {
  /** Signs in whoever opens it first. */
  readonly link: string;
  /** Resolves with what matches once the terminal shows it; the scene is killed if it never does. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly stop: () => Promise<void>;
};

export async function playScene(ballots: number): Promise<PlayedScene> {
  const folder = await mkdtemp(join(tmpdir(), "rota-scene-"));
  await chmod(folder, 0o755); // for the unprivileged user of the bundled server
  const words = ["serve", "--demo", "--scene", "--scene-ballots", String(ballots), "--server-port", "0"];
  const command = ["--conditions=rota-source", "--import", import.meta.resolve("tsx"), COMMAND];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ROTA_")));
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const rota = spawn(process.execPath, [...command, ...words], { cwd: folder, env, stdio: [...stdio] });
  const ended = new Promise<void>((resolve) => rota.on("close", () => resolve()));
  let out = "";
  rota.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(out);
        if (found !== null) resolve(found);
      };
      rota.stdout?.on("data", look);
      rota.on("close", () => reject(new Error(`the scene ended without ${String(pattern)}: ${out}`)));
      look();
    });
  const [, link = ""] = await printed(/open (http\S+)\n/);
  return {
    link,
    printed,
    async stop() {
      rota.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
