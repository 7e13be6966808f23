// A command as it goes in, and what it printed.

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Variables = Readonly<Record<string, string>>;

export interface Command {
  readonly args: readonly string[];
  readonly variables: Variables;
  /** What the operator types; without it there is no terminal. */
  readonly answer?: string | undefined;
  /** What is piped into it. */
  readonly input?: string;
  /** The root of the checkout unless said. */
  readonly cwd?: string;
}
