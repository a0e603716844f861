/** How the lists for people are paged, and the refusal of a list that cannot be read. */
import { definePaging } from "../paging.ts";

export const LISTED_MAX = 200;

export const paging = definePaging({
  code: "INSPECTION_INVALID",
  refusal: "cannot be listed",
  limit: 50,
  limitMax: LISTED_MAX,
});
