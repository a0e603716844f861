/** Limits the requests per minute of each key, session or name, and of each address for unknown callers. */
import rateLimit from "@fastify/rate-limit";
import { RotaError, type Actor, type Config } from "@rota/engine";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export type LimitRate = (request: FastifyRequest, reply: FastifyReply, actor: Actor) => Promise<void>;

const WINDOW_MS = 60_000;

export async function createLimitRate(app: FastifyInstance, config: Config): Promise<LimitRate> {
  await app.register(rateLimit, { global: false, timeWindow: WINDOW_MS });
  const callers = new WeakMap<FastifyRequest, string>();
  const limitKnown = app.createRateLimit({
    max: config.serverRateMax,
    keyGenerator: (request: FastifyRequest) => callers.get(request) ?? request.ip,
  });
  const limitAnonymous = app.createRateLimit({
    max: config.serverStrangerRateMax,
    keyGenerator: (request: FastifyRequest) => request.ip,
  });

  return async (request, reply, actor) => {
    const isAnonymous = actor.kind === "nobody";
    if (!isAnonymous) callers.set(request, `${actor.kind} ${actor.id ?? actor.name}`);
    const limit = await (isAnonymous ? limitAnonymous : limitKnown)(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    reply.header("retry-after", String(limit.ttlInSeconds));
    const seconds = String(limit.ttlInSeconds);
    throw new RotaError("RATE_LIMITED", `more than ${String(limit.max)} requests in a minute: wait ${seconds} seconds`);
  };
}
