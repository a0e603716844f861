/** SQL statements of the worker logs that the replaced system has. */
import { sql, type Sql } from "@rota/engine";

export const WORKER_LOGS = [
  { name: "tally", path: "tally" },
  { name: "partial", path: "decryption/partial" },
  { name: "compensated", path: "decryption/compensated" },
  { name: "combine", path: "combine" },
] as const;

export type WorkerLogRow = {
  task_instance_id: string;
  chunk_id: string;
  chunk_number: number;
  start_time: Date | null;
  end_time: Date | null;
  status: string;
  error_message: string | null;
};

/** Returns the latest 1,000 chunks that ran, the newest task first. */
export function selectWorkerLog(log: (typeof WORKER_LOGS)[number]["name"], electionId: bigint): Sql<WorkerLogRow> {
  switch (log) {
    case "tally":
      return sql<WorkerLogRow>`
        select task_instance_id, chunk_id, chunk_number, start_time, end_time, status, error_message
          from rota.tally_worker_log where election_id = ${electionId}
         order by task_instance_id desc, chunk_number limit 1000`;
    case "combine":
      return sql<WorkerLogRow>`
        select task_instance_id, chunk_id, chunk_number, start_time, end_time, status, error_message
          from rota.combine_worker_log where election_id = ${electionId}
         order by task_instance_id desc, chunk_number limit 1000`;
    case "partial":
    case "compensated":
      return sql<WorkerLogRow>`
        select task_instance_id, chunk_id, chunk_number, start_time, end_time, status, error_message
          from rota.decryption_worker_log where election_id = ${electionId} and decryption_type = ${log.toUpperCase()}
         order by task_instance_id desc, chunk_number limit 1000`;
  }
}
