/** Refuses operations that get in each other's way or describe themselves wrongly, before the server starts. Pure. */
import { RotaError, type Operation } from "@rota/engine";

const NAME = /^[a-z][a-zA-Z0-9-]*(\.[a-z][a-zA-Z0-9-]*)+$/;
/** A verb may follow a colon: `/v1/rules/{rulesId}:publish`. */
const PATH = /^\/[A-Za-z0-9._{}/-]*(:[a-z]+)?$/;

export function checkOperations(operations: readonly Operation[]): void {
  const names = new Set<string>();
  const places = new Set<string>();
  for (const operation of operations) {
    const { name, method, path } = operation;
    if (!NAME.test(name)) throw refusal(name, "its name must be words with dots between, such as tasks.get");
    if (!PATH.test(path)) throw refusal(name, `its path ${JSON.stringify(path)} must be such as /v1/tasks/{taskId}`);
    const place = `${method} ${path.replace(/\{\w+\}/g, "{}")}`;
    if (names.has(name)) throw refusal(name, "another operation has the same name");
    if (places.has(place)) throw refusal(name, `another operation is at ${method} ${path}`);
    names.add(name);
    places.add(place);
  }
}

function refusal(name: string, why: string): RotaError {
  return new RotaError("OPERATION_INVALID", `the operation ${JSON.stringify(name)} cannot be offered: ${why}`, {
    name,
  });
}
