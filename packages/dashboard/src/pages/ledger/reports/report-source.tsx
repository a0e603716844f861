/** What a report was made from, and where it can be had as CSV. */
import { useBooks } from "../shared/books.tsx";

type ReportSourceProps = {
  readonly source: { readonly chainSeq: number; readonly hash: string } | null;
  /** The path of the report without `.csv`. */
  readonly path: string;
  readonly days: Readonly<Record<string, string>>;
};

export function ReportSource({ source, path, days }: ReportSourceProps) {
  const { link } = useBooks();
  return (
    <div class="card-body">
      <p class="small soft">
        <a href={link(`${path}.csv`, days)} download>
          CSV
        </a>
        {source === null ? null : (
          <>
            {" "}
            Made from the journal up to entry {source.chainSeq}, with the hash{" "}
            <code class="anywhere">{source.hash}</code>
          </>
        )}
      </p>
    </div>
  );
}
