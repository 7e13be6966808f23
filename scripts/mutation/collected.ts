// Stands in for `node:test` in a mutation run: collects the tests of a file, so that one process can run them again and again.

type Body = (context: Context) => unknown;

interface Context {
  readonly name: string;
  after(cleanUp: () => unknown): void;
}

interface Collected {
  readonly name: string;
  readonly body: Body;
}

let collected: Collected[] = [];

export function test(name: string, body: Body): void {
  collected.push({ name, body });
}

export function describe(_name: string, body: () => void): void {
  body();
}

/** The tests that were collected since the last call. */
export function takeTests(): readonly Collected[] {
  const taken = collected;
  collected = [];
  return taken;
}

/** Runs the tests until one fails; its name and error, or undefined. A crash behind a test's back fails it. */
export async function firstFailure(
  tests: readonly Collected[],
  crash: Promise<never>,
): Promise<string | undefined> {
  for (const { name, body } of tests) {
    const cleanUps: (() => unknown)[] = [];
    try {
      await Promise.race([body({ name, after: (cleanUp) => cleanUps.push(cleanUp) }), crash]);
    } catch (error) {
      return `${name}: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      for (const cleanUp of cleanUps) await cleanUp();
    }
  }
  return undefined;
}
