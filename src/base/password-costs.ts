// What hashing a password costs: memory in KiB, passes over it, lanes.
export interface PasswordCosts {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}
