/** Serves business entities, their ledgers, and the list of tenants that have books. */
import { Given, Line, Nullable, PageView, pageOf, Time, Whole } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { type BusinessEntity, changeEntity, createEntity, readEntity } from "../store/entity-store.ts";
import { type BooksRow, selectAllBooks, selectLedgers } from "../store/entity.sql.ts";
import { askedBooks, askedTenant, BOOKS_ADMIN, defineRoute, READER } from "./define-route.ts";
import { AccountCode, Cents, Currency, ForTenant, GivenCents, LIMIT, PageQuery } from "./fields.ts";

const Month = Type.Integer({ minimum: 1, maximum: 12, description: "In which the fiscal year starts." });
const Name = Line(255);

const EntityView = Type.Object({
  tenantId: Type.String(),
  name: Type.String(),
  legalName: Nullable(Type.String()),
  baseCurrency: Type.String(),
  isActive: Type.Boolean(),
  fiscalYearStartMonth: Month,
  approvalThresholdCents: Nullable(Cents),
  dimensionNames: Nullable(Type.Array(Type.String())),
  rateAgeDaysMax: Type.Integer(),
  mayInvertRates: Type.Boolean(),
  crossRateCurrency: Nullable(Type.String()),
  retainedEarningsAccountCode: Nullable(Type.String()),
  fxGainAccountCode: Nullable(Type.String()),
  fxLossAccountCode: Nullable(Type.String()),
  fxReserveAccountCode: Nullable(Type.String()),
  roundingAccountCode: Nullable(Type.String()),
  ledger: Type.String({ description: "The code of the default ledger." }),
  createdAt: Time,
  updatedAt: Time,
});

function entityView(entity: BusinessEntity): Static<typeof EntityView> {
  return {
    tenantId: entity.tenant,
    name: entity.name,
    legalName: entity.legalName,
    baseCurrency: entity.baseCurrency,
    isActive: entity.isActive,
    fiscalYearStartMonth: entity.fiscalYearStartMonth,
    approvalThresholdCents: entity.approvalThreshold === null ? null : String(entity.approvalThreshold),
    dimensionNames: entity.dimensionNames === null ? null : [...entity.dimensionNames],
    rateAgeDaysMax: entity.rateAgeDaysMax,
    mayInvertRates: entity.mayInvertRates,
    crossRateCurrency: entity.crossRateCurrency,
    retainedEarningsAccountCode: entity.retainedEarningsAccount,
    fxGainAccountCode: entity.fxGainAccount,
    fxLossAccountCode: entity.fxLossAccount,
    fxReserveAccountCode: entity.fxReserveAccount,
    roundingAccountCode: entity.roundingAccount,
    ledger: entity.ledgerCode,
    createdAt: entity.createdAt.toISOString(),
    updatedAt: entity.updatedAt.toISOString(),
  };
}

const PATH = "/v1/business-entity";

const create = defineRoute({
  name: "ledger.entity.create",
  method: "POST",
  path: PATH,
  summary: "Begin the books of a tenant",
  description: "With a default ledger. Base currency and fiscal year stay as they are once there are accounts.",
  role: BOOKS_ADMIN,
  body: Given({
    name: Name,
    legalName: Type.Optional(Name),
    baseCurrency: Currency,
    fiscalYearStartMonth: Type.Optional(Month),
    ...ForTenant,
  }),
  answers: { 201: EntityView },
  async handle(request) {
    const { name, legalName, baseCurrency, fiscalYearStartMonth } = request.body;
    const settings = { name, legalName, baseCurrency, fiscalYearStartMonth };
    const { tenant, actor } = await askedBooks(request);
    return {
      status: 201,
      body: entityView(await createEntity(request.engine.database, { tenant, actor, settings })),
    };
  },
});

const get = defineRoute({
  name: "ledger.entity.get",
  method: "GET",
  path: PATH,
  summary: "The settings of a tenant's books",
  role: READER,
  query: Given(ForTenant),
  answers: { 200: EntityView },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    return { status: 200, body: entityView(await readEntity(request.engine.database, tenant)) };
  },
});

const OptionalCode = Type.Optional(Nullable(AccountCode));

const change = defineRoute({
  name: "ledger.entity.change",
  method: "PATCH",
  path: PATH,
  summary: "Change the settings of a tenant's books",
  description: "What is left out stays as it is; null empties a setting.",
  role: BOOKS_ADMIN,
  body: Given({
    name: Type.Optional(Name),
    legalName: Type.Optional(Nullable(Name)),
    isActive: Type.Optional(Type.Boolean()),
    approvalThresholdCents: Type.Optional(
      Nullable(GivenCents, { description: "Entries by hand whose debits reach it need a second person." }),
    ),
    dimensionNames: Type.Optional(Nullable(Type.Array(Line(100), { maxItems: 100 }))),
    rateAgeDaysMax: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
    mayInvertRates: Type.Optional(Type.Boolean()),
    crossRateCurrency: Type.Optional(Nullable(Currency)),
    retainedEarningsAccountCode: OptionalCode,
    fxGainAccountCode: OptionalCode,
    fxLossAccountCode: OptionalCode,
    fxReserveAccountCode: OptionalCode,
    roundingAccountCode: OptionalCode,
    ...ForTenant,
  }),
  answers: { 200: EntityView },
  async handle(request) {
    const { tenant, actor } = await askedBooks(request);
    const changes = changesOf(request.body);
    return { status: 200, body: entityView(await changeEntity(request.engine.database, { tenant, actor, changes })) };
  },
});

type Changes = Parameters<typeof changeEntity>[1]["changes"];

const SETTINGS = {
  retainedEarningsAccountCode: "retainedEarningsAccount",
  fxGainAccountCode: "fxGainAccount",
  fxLossAccountCode: "fxLossAccount",
  fxReserveAccountCode: "fxReserveAccount",
  roundingAccountCode: "roundingAccount",
} as const;

type GivenChanges = {
  readonly [Name in keyof typeof SETTINGS]?: string | null;
} & Omit<Changes, (typeof SETTINGS)[keyof typeof SETTINGS] | "approvalThreshold"> & {
    readonly approvalThresholdCents?: string | number | null;
    readonly tenant?: string;
  };

function changesOf({ approvalThresholdCents: threshold, ...given }: GivenChanges): Changes {
  const named = Object.entries(given).filter(([name]) => name !== "tenant");
  const renamed = named.map(([name, value]) => [settingOf(name), value] as const);
  return {
    ...Object.fromEntries(renamed),
    ...(threshold === undefined ? {} : { approvalThreshold: threshold === null ? null : BigInt(threshold) }),
  };
}

function settingOf(name: string): string {
  return Object.entries(SETTINGS).find(([given]) => given === name)?.[1] ?? name;
}

const ledgers = defineRoute({
  name: "ledger.ledgers.list",
  method: "GET",
  path: "/v1/ledgers",
  summary: "The ledgers of a tenant",
  role: READER,
  query: Given(ForTenant),
  answers: {
    200: Type.Object({
      items: Type.Array(
        Type.Object({
          code: Type.String(),
          name: Type.String(),
          description: Nullable(Type.String()),
          isDefault: Type.Boolean(),
          isActive: Type.Boolean(),
        }),
      ),
    }),
  },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    await readEntity(request.engine.database, tenant);
    const rows = await request.engine.database.query(selectLedgers(tenant));
    const items = rows.map(({ code, name, description, is_default: isDefault, is_active: isActive }) => ({
      ...{ code, name, description, isDefault, isActive },
    }));
    return { status: 200, body: { items } };
  },
});

const BooksView = Type.Object({
  tenant: Type.String({ description: "Whose they are." }),
  name: Type.String({ description: "Of the business entity." }),
  baseCurrency: Type.String(),
  isActive: Type.Boolean(),
  entries: Whole,
});

const list = defineRoute({
  name: "ledger.books.list",
  method: "GET",
  path: "/v1/books",
  summary: "Tenants that have books",
  description: "In the order of tenants. A key of one tenant is shown its own alone.",
  role: READER,
  query: Given({ ...PageQuery, ...ForTenant }),
  answers: { 200: PageView(BooksView) },
  async handle(request) {
    const { limit = LIMIT, after } = request.query;
    const rows = await request.engine.database.query(selectAllBooks({ tenant: askedTenant(request), after, limit }));
    return { status: 200, body: pageOf(rows.map(toView), { limit, cursorOf: ({ tenant }) => tenant }) };
  },
});

function toView({ tenant_id: tenant, name, base_currency: baseCurrency, is_active: isActive, entries }: BooksRow) {
  return { tenant, name, baseCurrency, isActive, entries: Number(entries) };
}

export const entityOperations = [list, create, get, change, ledgers];
