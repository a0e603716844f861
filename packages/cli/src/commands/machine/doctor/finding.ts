/** What a check of `rota doctor` found. */

export type Finding = {
  readonly check: string;
  readonly state: "ok" | "warning" | "failed";
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
};

export const ok = (check: string, found: string): Finding => ({ check, state: "ok", found });

export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  state: "warning",
  found,
  advice,
});

export const failed = (check: string, found: string, advice: string): Finding => ({
  check,
  state: "failed",
  found,
  advice,
});
