/** The statements about accounts. */
import { sql } from "@rota/engine";
import type { AccountType } from "../core/account.ts";

export type AccountRow = {
  account_id: bigint;
  code: string;
  name: string;
  account_type: AccountType;
  currency_code: string;
  is_contra: boolean;
  is_cash: boolean;
  parent_code: string | null;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
  debit_minor: string;
  credit_minor: string;
  base_debit_minor: string;
  base_credit_minor: string;
};

/** Returns one account with its totals. No row: the ledger has none of that code. */
export const selectAccount = (ledgerId: bigint, code: string) => sql<AccountRow>`
  select account.*, parent.code as parent_code, debit_minor, credit_minor, base_debit_minor, base_credit_minor
    from rota.fis_account as account
    join rota.fis_account_balance using (account_id)
    left join rota.fis_account as parent on parent.account_id = account.parent_account_id
   where account.ledger_id = ${ledgerId} and account.code = ${code}`;

type AccountsPage = {
  ledgerId: bigint;
  type: AccountType | null;
  isActive: boolean | null;
  after: string;
  limit: number;
};

/** Returns accounts with their totals, in the order of their codes. */
export const selectAccounts = ({ ledgerId, type, isActive, after, limit }: AccountsPage) => sql<AccountRow>`
  select account.*, parent.code as parent_code, debit_minor, credit_minor, base_debit_minor, base_credit_minor
    from rota.fis_account as account
    join rota.fis_account_balance using (account_id)
    left join rota.fis_account as parent on parent.account_id = account.parent_account_id
   where account.ledger_id = ${ledgerId}
     and account.code collate "C" > ${after}
     and (${type}::text is null or account.account_type = ${type})
     and (${isActive}::boolean is null or account.is_active = ${isActive})
   order by account.code collate "C"
   limit ${limit}`;

type KnownAccountRow = { code: string; account_type: AccountType; currency_code: string; is_contra: boolean };

/** Returns those of the codes that a ledger has. */
export const selectAccountCodes = (ledgerId: bigint, codes: readonly string[]) => sql<KnownAccountRow>`
  select code, account_type, currency_code, is_contra
    from rota.fis_account where ledger_id = ${ledgerId} and code = any (${codes}::text[])`;

type NewAccountRows = {
  tenant: string;
  ledgerId: bigint;
  codes: readonly string[];
  names: readonly string[];
  types: readonly string[];
  currencies: readonly string[];
  contras: readonly boolean[];
  cashes: readonly boolean[];
  parents: readonly (string | null)[];
};

/** Returns the codes of the added accounts. Parents must exist already. */
export const insertAccounts = (rows: NewAccountRows) => sql<{ code: string }>`
  insert into rota.fis_account (tenant_id, ledger_id, code, name, account_type, currency_code, is_contra, is_cash, parent_account_id)
  select ${rows.tenant}, ${rows.ledgerId}, given.code, given.name, type, currency, contra, cash, parent.account_id
    from unnest(${rows.codes}::text[], ${rows.names}::text[], ${rows.types}::text[], ${rows.currencies}::text[],
                ${rows.contras}::boolean[], ${rows.cashes}::boolean[], ${rows.parents}::text[])
         with ordinality as given (code, name, type, currency, contra, cash, parent, place)
    left join rota.fis_account as parent on parent.ledger_id = ${rows.ledgerId} and parent.code = given.parent
   order by place
  on conflict on constraint fis_account_codes_are_unique do nothing
  returning code`;

type AccountChange = { ledgerId: bigint; code: string; name: string; isActive: boolean; isCash: boolean };

/** Returns nothing. */
export const updateAccount = ({ ledgerId, code, name, isActive, isCash }: AccountChange) => sql`
  update rota.fis_account set name = ${name}, is_active = ${isActive}, is_cash = ${isCash}
   where ledger_id = ${ledgerId} and code = ${code}`;

/** Returns one row: debits minus credits of an account and all below it, in the base currency. */
export const sumBelow = (ledgerId: bigint, code: string) => sql<{ base_minor: string }>`
  with recursive below as (
    select account_id from rota.fis_account where ledger_id = ${ledgerId} and code = ${code}
    union all
    select child.account_id from rota.fis_account as child join below on child.parent_account_id = below.account_id
  )
  select coalesce(sum(base_debit_minor - base_credit_minor), 0)::text as base_minor
    from below join rota.fis_account_balance using (account_id)`;
