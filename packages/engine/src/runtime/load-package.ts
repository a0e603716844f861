/** Loads a package that an installation may lack, when it is first needed. */
import { RotaError } from "../errors.ts";

/** A package, and the option or feature that needs it. */
export type OptionalPackage = { readonly name: string; readonly neededBy: string };

/**
 * Returns the module, or rejects with PACKAGE_MISSING, which names the command that installs it.
 *
 * @example const { connect } = await loadPackage({ name: "amqplib", neededBy: "rabbitmqUrl" }, () => import("amqplib"));
 */
export async function loadPackage<Module>(
  { name, neededBy }: OptionalPackage,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    const message = `${neededBy} needs the package ${name}, which is not installed: run "npm install ${name}"`;
    throw new RotaError("PACKAGE_MISSING", message, { package: name }, { cause: error });
  }
}

/** False for a package that is there and lacks one of its own dependencies. */
function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes(`'${name}'`)
  );
}
