/** Checks an address that was given for a test service: well formed, of the right kind, answering. */
import { URL_VARIABLES } from "./decide-supply.ts";
import type { ServiceName } from "./decide-supply.ts";
import { postgresAnswers, rabbitmqAnswers, redisAnswers } from "./handshakes.ts";
import { describeError } from "../service-error.ts";

/** Returns the problem, without the password, or undefined. */
export async function checkGivenUrl(name: ServiceName, url: string): Promise<string | undefined> {
  const protocols = PROTOCOLS[name];
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !protocols.includes(parsed.protocol)) {
    return `${URL_VARIABLES[name]} is not a URL that starts with ${protocols.map((start) => `${start}//`).join(" or ")}`;
  }
  try {
    await HANDSHAKES[name](url);
    return undefined;
  } catch (error) {
    const where = `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
    return (
      `${URL_VARIABLES[name]} names ${where}, where no ${name} answers: ${describeError(error)}. ` +
      `Start it, or correct the address, or unset ${URL_VARIABLES[name]} so that the tests bring their own`
    );
  }
}

const PROTOCOLS: Readonly<Record<ServiceName, readonly string[]>> = {
  postgres: ["postgres:", "postgresql:"],
  redis: ["redis:", "rediss:"],
  rabbitmq: ["amqp:", "amqps:"],
};

const HANDSHAKES: Readonly<Record<ServiceName, (url: string) => Promise<void>>> = {
  postgres: postgresAnswers,
  redis: redisAnswers,
  rabbitmq: rabbitmqAnswers,
};
