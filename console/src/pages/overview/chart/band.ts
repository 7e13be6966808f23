// One colour of a bar chart.
export interface Band {
  readonly label: string;
  readonly color: string;
  readonly values: readonly bigint[];
  /** Drawn below the axis, because it takes away from the others. */
  readonly isBelow?: boolean;
}
