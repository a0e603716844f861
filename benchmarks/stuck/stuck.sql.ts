/** The statements that leave rows of graphile-worker locked, as workers that died would. */

/** Locks the oldest jobs for a worker that does not exist. */
export const LOCK_JOBS = `
  update graphile_worker._private_jobs as jobs
     set locked_at = now(), locked_by = 'dead', attempts = attempts + 1
   where id in (select id from graphile_worker._private_jobs order by id limit $1)`;
