/** Defines the waits between the runs of a chunk that failed. */
import { exponential, list, type RetryPolicy } from "@rota/engine";

/** 5, 10 and 20 seconds: four runs. */
export const ELECTIONS_RETRY: RetryPolicy = exponential({ firstMs: 5_000, factor: 2, retries: 3 });

/** 2 and 4 seconds, in which a share that comes late arrives, then 5, 10 and 20: six runs. */
export const COMPENSATED_DECRYPTION_RETRY: RetryPolicy = list([2_000, 4_000, 5_000, 10_000, 20_000]);
