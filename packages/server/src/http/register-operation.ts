/** Makes an operation a route: what was asked becomes its request, its answer becomes the reply. */
import { NOBODY, type Engine, type Logger, type Operation } from "@rota/engine";
import type { FastifyInstance, FastifyRequest } from "fastify";

export type OperationParts = { readonly engine: Engine; readonly logger: Logger };

export function registerOperation(app: FastifyInstance, operation: Operation, parts: OperationParts): void {
  app.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ":$1"),
    async handler(request, reply) {
      const answer = await operation.handle({
        params: request.params,
        query: request.query,
        body: request.body,
        header: (name) => headerOf(request, name),
        actor: NOBODY,
        tenant: undefined,
        engine: parts.engine,
        requestId: request.id,
        signal: request.signal,
        log: parts.logger,
      });
      return reply
        .code(answer.status)
        .headers(answer.headers ?? {})
        .send(answer.body);
    },
  });
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
