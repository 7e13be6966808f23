// A single measured number that is not a ratio to the echo, and what it has to be.
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
} & ({ readonly atLeast: number } | { readonly atMost: number });
