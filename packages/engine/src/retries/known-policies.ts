/** The policies that ship with Rota: the default, none, and those of the workloads' source documents. */
import { exponential, list, type RetryPolicy } from "./retry-policy.ts";

/** Of a task that names none: about 5, 10 and 20 seconds, so four runs. */
export const DEFAULT_RETRY: RetryPolicy = exponential({ firstMs: 5_000, factor: 2, retries: 3, jitter: 0.2 });

/** One run, whatever happens. */
export const NO_RETRY: RetryPolicy = list([]);

/** 5, 10 and 20 seconds: four runs. */
export const ELECTIONS_RETRY: RetryPolicy = exponential({ firstMs: 5_000, factor: 2, retries: 3 });

/** 2^n seconds, at most 1,024, after run n: five runs, so 2, 4, 8 and 16 seconds. */
export const PASSPORTS_RETRY: RetryPolicy = exponential({ firstMs: 2_000, factor: 2, maxMs: 1_024_000, retries: 4 });

/** 2 and 4 seconds, in which a share that comes late arrives, then 5, 10 and 20 as in all of the elections: six runs. */
export const COMPENSATED_DECRYPTION_RETRY: RetryPolicy = list([2_000, 4_000, 5_000, 10_000, 20_000]);
