/** Defines the limit, the cursor and the errors of the lists in this folder. */
import { definePaging } from "../paging.ts";

export const LISTED_MAX = 200;

export const paging = definePaging({
  code: "INSPECTION_INVALID",
  refusal: "cannot be listed",
  limit: 50,
  limitMax: LISTED_MAX,
});
