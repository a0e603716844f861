/** The kit for operations over HTTP, as `@rota/engine/operations`: routes typed by TypeBox, shared fields, pages, idempotent writes. */
export { defineRoute, routesOf } from "./define-route.ts";
export type { AnswerOf, AnswerSchemas, Route, RouteDefaults, RouteSchema } from "./define-route.ts";
export { writesOf } from "./define-write.ts";
export type { Committing, WriteDefaults } from "./define-write.ts";
export {
  DEFAULT_TENANT,
  Given,
  Line,
  Nullable,
  PageView,
  Tenant,
  Time,
  Whole,
  Word,
  createdOnce,
  pageFields,
  pageOf,
} from "./fields.ts";
export type { PageLimits, PageOptions } from "./fields.ts";
export { definePaging, nextCursor, writeCursor } from "../paging.ts";
export type { Paging, PagingRules } from "../paging.ts";
