/** The levels of lanes, from the top down. */

export type Level = "tenant" | "group" | "task";
