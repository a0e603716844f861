/** The statement with which the chunks of the memory measurement load a large result. */
import { sql } from "@rota/engine";

export type Ballot = { readonly ballot: number; readonly text: string };

/** Returns one row: 200 ballots of 10 kB, 2 MB of JSON in total. */
export const selectBallots = () => sql<{ ballots: readonly Ballot[] }>`
  select json_agg(json_build_object('ballot', n, 'text', repeat(md5(n::text), 312))) as ballots from generate_series(1, 200) as n`;
