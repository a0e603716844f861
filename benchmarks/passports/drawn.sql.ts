/** Counts the finished passports that the benchmark waits for. */
import { sql, type Sql } from "@rota/engine";

/** Returns one row: the number of versions that have their QR code. */
export const countDrawn = (): Sql<{ drawn: bigint }> => sql<{ drawn: bigint }>`
  select count(*) as drawn from rota.passports_qr_codes where kind = 'BPC-QR-1'`;
