/** The statements that maintain graphile-worker's own table between measurements. */

export const TIDY_JOBS = "vacuum (analyze) graphile_worker._private_jobs";

export const EMPTY_JOBS = "truncate graphile_worker._private_jobs";

export const COUNT_JOBS = "select count(*)::integer as count from graphile_worker._private_jobs";

export const CHECKPOINT = "checkpoint";
