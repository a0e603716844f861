/** Serves accounts: create, list, get and change them, and read their balances. */
import { Given, Line, Nullable, PageView, pageOf, Time } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { onNormalSide, signedBalance } from "../core/balance.ts";
import { changeAccount, createAccounts, type KeptAccount, readAccount, toAccount } from "../store/account-store.ts";
import { selectAccounts, sumBelow } from "../store/account.sql.ts";
import { readEntity } from "../store/entity-store.ts";
import { accountActivity, balanceOf, readTotals } from "../store/report-store.ts";
import { askedBooks, BOOKS_ADMIN, defineRoute, READER } from "./define-route.ts";
import {
  AccountCode,
  AccountTypeField,
  Cents,
  Currency,
  Day,
  Formatted,
  ForTenant,
  LIMIT,
  Money,
  money,
  PageQuery,
} from "./fields.ts";

const AccountView = Type.Object({
  code: Type.String(),
  name: Type.String(),
  accountType: AccountTypeField,
  currencyCode: Type.String(),
  contra: Type.Boolean({ description: "It stands on the other side of its type." }),
  cash: Type.Boolean({ description: "Cash flow counts it, and all below it, as cash." }),
  parentAccountCode: Nullable(Type.String()),
  isActive: Type.Boolean(),
  currentBalanceCents: Cents,
  formattedBalance: Formatted,
  createdAt: Time,
  updatedAt: Time,
});

/** Returns an account as the API does. Balances are positive on the normal side of the account. */
function accountView({ account, totals, createdAt, updatedAt }: KeptAccount): Static<typeof AccountView> {
  const balance = money(onNormalSide(signedBalance(totals), account), account.currency);
  return {
    code: account.code,
    name: account.name,
    accountType: account.type,
    currencyCode: account.currency,
    contra: account.isContra,
    cash: account.isCash ?? false,
    parentAccountCode: account.parent,
    isActive: account.isActive,
    currentBalanceCents: balance.cents,
    formattedBalance: balance.formatted,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

const create = defineRoute({
  name: "ledger.accounts.create",
  method: "POST",
  path: "/v1/accounts",
  summary: "Add an account to the chart",
  description: "Code, type, currency and parent stay as they are.",
  role: BOOKS_ADMIN,
  body: Given({
    code: AccountCode,
    name: Line(255),
    accountType: AccountTypeField,
    currencyCode: Currency,
    parentAccountCode: Type.Optional(Nullable(AccountCode)),
    contra: Type.Optional(Type.Boolean()),
    cash: Type.Optional(Type.Boolean()),
    ...ForTenant,
  }),
  answers: { 201: AccountView },
  async handle(request) {
    const { code, name, accountType: type, currencyCode: currency, contra, cash, parentAccountCode } = request.body;
    const { tenant, actor } = await askedBooks(request);
    const { database } = request.engine;
    const account = {
      code,
      name,
      type,
      currency,
      isContra: contra ?? false,
      isCash: cash,
      parent: parentAccountCode ?? null,
    };
    await createAccounts(database, { tenant, actor, accounts: [account] });
    return { status: 201, body: accountView(await readAccount(database, await readEntity(database, tenant), code)) };
  },
});

const list = defineRoute({
  name: "ledger.accounts.list",
  method: "GET",
  path: "/v1/accounts",
  summary: "Accounts by code, with their balances",
  role: READER,
  query: Given({
    ...PageQuery,
    accountType: Type.Optional(AccountTypeField),
    isActive: Type.Optional(Type.Boolean()),
    ...ForTenant,
  }),
  answers: { 200: PageView(AccountView) },
  async handle(request) {
    const { limit = LIMIT, after = "", accountType: type = null, isActive = null } = request.query;
    const { tenant } = await askedBooks(request);
    const { ledgerId } = await readEntity(request.engine.database, tenant);
    const rows = await request.engine.database.query(selectAccounts({ ledgerId, type, isActive, after, limit }));
    const items = rows.map((row) => accountView(toAccount(row)));
    return { status: 200, body: pageOf(items, { limit, cursorOf: ({ code }) => code }) };
  },
});

const CodeParams = Given({ code: AccountCode });

const get = defineRoute({
  name: "ledger.accounts.get",
  method: "GET",
  path: "/v1/accounts/{code}",
  summary: "One account",
  role: READER,
  params: CodeParams,
  query: Given(ForTenant),
  answers: { 200: AccountView },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const { database } = request.engine;
    const entity = await readEntity(database, tenant);
    return { status: 200, body: accountView(await readAccount(database, entity, request.params.code)) };
  },
});

const change = defineRoute({
  name: "ledger.accounts.change",
  method: "PATCH",
  path: "/v1/accounts/{code}",
  summary: "Rename an account, or take it in or out of use",
  description: "An account that is not active takes no postings; its history stays in all reports.",
  role: BOOKS_ADMIN,
  params: CodeParams,
  body: Given({
    name: Type.Optional(Line(255)),
    isActive: Type.Optional(Type.Boolean()),
    cash: Type.Optional(Type.Boolean()),
    ...ForTenant,
  }),
  answers: { 200: AccountView },
  async handle(request) {
    const { name, isActive, cash } = request.body;
    const { tenant, actor } = await askedBooks(request);
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(isActive === undefined ? {} : { isActive }),
      ...(cash === undefined ? {} : { isCash: cash }),
    };
    const { code } = request.params;
    const changed = await changeAccount(request.engine.database, { tenant, actor, code, changes });
    return { status: 200, body: accountView(changed) };
  },
});

const aggregated = defineRoute({
  name: "ledger.accounts.aggregated",
  method: "GET",
  path: "/v1/accounts/{code}/aggregated-balance",
  summary: "The balance of an account with all accounts below it",
  description: "In the base currency: others do not add up.",
  role: READER,
  params: CodeParams,
  query: Given(ForTenant),
  answers: {
    200: Type.Object({
      code: Type.String(),
      baseCurrency: Type.String(),
      aggregatedBalanceCents: Cents,
      formattedBalance: Formatted,
    }),
  },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const { code } = request.params;
    const { database } = request.engine;
    const entity = await readEntity(database, tenant);
    const { account } = await readAccount(database, entity, code);
    const [row] = await database.query(sumBelow(entity.ledgerId, code));
    const { baseCurrency } = entity;
    const { cents, formatted } = money(onNormalSide(BigInt(row?.base_minor ?? 0), account), baseCurrency);
    const body = { code, baseCurrency, aggregatedBalanceCents: cents, formattedBalance: formatted };
    return { status: 200, body };
  },
});

const balance = defineRoute({
  name: "ledger.accounts.balance",
  method: "GET",
  path: "/v1/accounts/{code}/balance",
  summary: "The balance of an account at the end of a day",
  role: READER,
  params: CodeParams,
  query: Given({ at: Day, ...ForTenant }),
  answers: {
    200: Type.Object({
      code: Type.String(),
      at: Type.String(),
      currency: Type.String(),
      balance: Money,
      baseCurrency: Type.String(),
      baseBalance: Money,
    }),
  },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const { at } = request.query;
    const { code } = request.params;
    return readTotals(request.engine.database, tenant, async (totals) => {
      const { account, closing } = await accountActivity(totals, { account: code, from: at, to: at });
      const { own, base } = balanceOf(closing, account);
      const { currency } = account;
      const { baseCurrency } = totals.books;
      const body = {
        code,
        at,
        currency,
        balance: money(own, currency),
        baseCurrency,
        baseBalance: money(base, baseCurrency),
      };
      return { status: 200, body } as const;
    });
  },
});

export const accountOperations = [create, list, get, change, aggregated, balance];
