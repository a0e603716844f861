/** What a chart draws: a line with a name and a colour. */

export type Line = {
  readonly name: string;
  /** A custom property, such as `--completed`. */
  readonly colour: string;
  readonly values: readonly number[];
};

export const CHART_HEIGHT = 176;
