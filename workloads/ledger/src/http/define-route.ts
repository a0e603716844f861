/** Defines operations of the ledger: their types, their problem types, and whose books a request is about. */
import { isRotaError, RotaError } from "@rota/engine";
import { hasRole, type OperationRequest } from "@rota/engine/workload";
import { DEFAULT_TENANT, routesOf } from "@rota/engine/operations";
import { Type } from "typebox";
import { problemOf } from "../compat/problems.ts";
import type { Poster } from "../core/period.ts";
import { LedgerError } from "../errors.ts";
import { readEntity } from "../store/entity-store.ts";

/** Roles of the replaced system: reader, accountant and admin. The approver may only approve. */
export const READER = "viewer";
export const ACCOUNTANT = "operator";
export const BOOKS_ADMIN = "ledger-admin";
export const APPROVER = "ledger-approver";

const BooksHeaders = Type.Object({
  "x-tenant-id": Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Whose books; a key that is bound to a tenant needs none.",
    }),
  ),
  "x-ledger-id": Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, description: "The code of the default ledger, or nothing." }),
  ),
});

export const defineRoute = routesOf({
  tag: "ledger",
  headers: BooksHeaders,
  answerRefusal(error, request) {
    const problem = isRotaError(error) ? problemOf(error, request) : undefined;
    if (problem === undefined) return undefined;
    return { status: problem.status, body: problem, headers: { "content-type": "application/problem+json" } };
  },
});

type AskedBooks = { readonly tenant: string; readonly actor: string; readonly poster: Poster };

type Asked = Pick<OperationRequest, "tenant" | "header" | "actor" | "engine">;

/**
 * Returns the tenant and the caller of a request about books.
 *
 * @throws TENANT_FOREIGN for books of another tenant, LEDGER_NOT_FOUND for another ledger than the default one.
 */
export async function askedBooks(asked: Asked): Promise<AskedBooks> {
  const { header, actor, engine } = asked;
  const tenant = askedTenant(asked) ?? DEFAULT_TENANT;
  const ledger = header("x-ledger-id");
  if (ledger !== undefined) {
    const { ledgerCode } = await readEntity(engine.database, tenant);
    if (ledger !== ledgerCode) {
      const message = `X-Ledger-Id ${JSON.stringify(ledger)} is not the default ledger (${ledgerCode}), the only one there is: leave it out`;
      throw new LedgerError("LEDGER_NOT_FOUND", message, { ledger });
    }
  }
  return { tenant, actor: actor.name, poster: { mayPostToSoftClosed: hasRole(actor.roles, BOOKS_ADMIN) } };
}

/**
 * Returns the tenant of the key, or the named one. Undefined for a caller who may see all tenants and names none.
 *
 * @throws TENANT_FOREIGN for books of another tenant.
 */
export function askedTenant({ tenant: own, header }: Pick<Asked, "tenant" | "header">): string | undefined {
  const named = header("x-tenant-id");
  if (named !== undefined && own !== undefined && named !== own)
    throw new RotaError(
      "TENANT_FOREIGN",
      "X-Tenant-Id names another tenant than the one that is asked for: leave it out",
    );
  return own ?? named;
}

/** Refuses a sent name that is not the caller's own. Authors come from credentials. */
export function requireOwnName(given: string | undefined, actor: string): void {
  if (given === undefined || given === actor) return;
  const message = `createdBy (${given}) is not who asks (${actor}): leave it out`;
  throw new LedgerError("JOURNAL_ENTRY_INVALID", message, { field: "createdBy" });
}
