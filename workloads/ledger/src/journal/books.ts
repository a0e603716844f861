/** What entries are checked against: the settings of a tenant, its accounts, periods and rates. */
import type { Chart } from "../accounts/chart.ts";
import type { RateTable } from "../money/rate-table.ts";
import type { Period } from "../periods/period.ts";

export type Books = {
  readonly baseCurrency: string;
  /** The month in which the fiscal year starts, 1 to 12. */
  readonly fiscalYearStartMonth: number;
  readonly chart: Chart;
  readonly periods: readonly Period[];
  readonly rates: RateTable;
  /** Takes the units that rounding leaves over in entries of two currencies; in the base currency. */
  readonly roundingAccount?: string | undefined;
  /** The last day that entries may have: a later one is a slip of the pen. Default: any day of a period. */
  readonly today?: string | undefined;
  /** Names of dimensions that lines may carry. Default: any. */
  readonly dimensionNames?: readonly string[] | undefined;
};
