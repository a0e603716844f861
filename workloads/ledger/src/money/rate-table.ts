/** Finds the rate of a day: the closest day that is not later, not too old, of the type that was asked for. */
import { RotaError } from "@rota/engine/errors";
import { daysBetween } from "../periods/iso-date.ts";
import { crossRate, invertRate, RATE_ONE } from "./rate.ts";

/** SPOT for entries, CLOSING for balances at a period's end, AVERAGE for income and expenses of a period. */
export type RateType = "SPOT" | "CLOSING" | "AVERAGE";

export type ExchangeRate = {
  readonly from: string;
  readonly to: string;
  readonly type: RateType;
  /** The day from which it holds. */
  readonly date: string;
  /** Units of `to` per unit of `from`, with eight decimals. */
  readonly rate: bigint;
};

export type RateQuestion = {
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly type?: RateType;
};

export type RateOptions = {
  /** How old a rate may be. Default 7: there are none on weekends and holidays. */
  readonly ageDaysMax?: number;
  /** Whether a rate may be turned round when only the other direction is known. Default false. */
  readonly mayInvert?: boolean;
  /** The currency through which a rate may be made of two others. Default none. */
  readonly through?: string;
};

export type FoundRate = { readonly rate: bigint; readonly date: string };

export type RateTable = { find(question: RateQuestion): FoundRate };

export const RATE_AGE_DAYS_MAX = 7;

/** Of two rates for one day and type the later one in the list holds: it replaces the other. */
export function createRateTable(rates: Iterable<ExchangeRate>, options: RateOptions = {}): RateTable {
  const byPair = groupByPair(rates);
  return {
    find(question) {
      const found = findRate(byPair, question, options);
      if (found === undefined) throw notFound(question);
      const ageDaysMax = options.ageDaysMax ?? RATE_AGE_DAYS_MAX;
      if (daysBetween(found.date, question.date) > ageDaysMax) throw tooOld(question, found, ageDaysMax);
      return found;
    },
  };
}

type RatesByPair = ReadonlyMap<string, readonly FoundRate[]>;

function groupByPair(rates: Iterable<ExchangeRate>): RatesByPair {
  const dated = new Map<string, Map<string, FoundRate>>();
  for (const { from, to, type, date, rate } of rates) {
    const key = keyOf({ from, to, type });
    const days = dated.get(key) ?? new Map<string, FoundRate>();
    dated.set(key, days.set(date, { rate, date }));
  }
  const sorted = [...dated].map(([key, days]) => {
    return [key, [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1))] as const;
  });
  return new Map(sorted);
}

function findRate(rates: RatesByPair, question: RateQuestion, options: RateOptions): FoundRate | undefined {
  if (question.from === question.to) return { rate: RATE_ONE, date: question.date };
  return findEither(rates, question, options) ?? findThrough(rates, question, options);
}

function findEither(rates: RatesByPair, question: RateQuestion, { mayInvert }: RateOptions): FoundRate | undefined {
  const direct = latest(rates.get(keyOf(question)) ?? [], question.date);
  if (direct !== undefined || mayInvert !== true) return direct;
  const turned = { ...question, from: question.to, to: question.from };
  const inverse = latest(rates.get(keyOf(turned)) ?? [], question.date);
  return inverse === undefined ? undefined : { rate: invertRate(inverse.rate), date: inverse.date };
}

function findThrough(rates: RatesByPair, question: RateQuestion, options: RateOptions): FoundRate | undefined {
  const { through } = options;
  if (through === undefined || through === question.from || through === question.to) return undefined;
  const first = findEither(rates, { ...question, to: through }, options);
  const second = findEither(rates, { ...question, from: through }, options);
  if (first === undefined || second === undefined) return undefined;
  return { rate: crossRate(first.rate, second.rate), date: first.date < second.date ? first.date : second.date };
}

/** The last of `sorted` that is not after `date`, by halving. */
function latest(sorted: readonly FoundRate[], date: string): FoundRate | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.date ?? "") <= date) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

function keyOf({ from, to, type = "SPOT" }: Omit<RateQuestion, "date">): string {
  return `${from} ${to} ${type}`;
}

function notFound({ from, to, date, type = "SPOT" }: RateQuestion): RotaError {
  const message = `there is no ${type} rate from ${from} to ${to} on or before ${date}: upload one and try again`;
  return new RotaError("EXCHANGE_RATE_NOT_FOUND", message, { from, to, date, type });
}

function tooOld({ from, to, date }: RateQuestion, found: FoundRate, ageDaysMax: number): RotaError {
  const message = `the last rate from ${from} to ${to} before ${date} is of ${found.date}, more than ${String(ageDaysMax)} days old: upload a newer one`;
  return new RotaError("RATE_TOO_OLD", message, { from, to, date, rateDate: found.date, ageDaysMax });
}
