/** Runs rabbitmqctl against a private RabbitMQ. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Service } from "../service.ts";

/** Uses the environment of the server, which names its node and port mapper. Returns the printed rows as fields. */
export function rabbitmqctl(service: Service, ...args: readonly string[]): string[][] {
  const env: Record<string, string> = {};
  for (const line of readFileSync(`/proc/${String(service.pid())}/environ`, "utf8").split("\0")) {
    const equals = line.indexOf("=");
    if (equals > 0) env[line.slice(0, equals)] = line.slice(equals + 1);
  }
  const text = execFileSync("rabbitmqctl", ["--quiet", ...args], { env, stdio: "pipe", encoding: "utf8" });
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));
}
