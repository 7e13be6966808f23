// Stands in for `node:test` in a mutation run: collects the tests of a file, so that one process can run them again and again.

type Body = (context: Context) => unknown;
type Hook = () => unknown;

interface Context {
  readonly name: string;
  after(cleanUp: Hook): void;
  diagnostic(message: string): void;
  test(name: string, body: Body): Promise<void>;
}

interface Collected {
  readonly name: string;
  readonly body: Body;
}

interface Suite {
  readonly before: Hook[];
  readonly after: Hook[];
  readonly beforeEach: Hook[];
  readonly afterEach: Hook[];
  /** In the order of the file. */
  readonly members: (Collected | Suite)[];
}

const emptySuite = (): Suite => ({
  before: [],
  after: [],
  beforeEach: [],
  afterEach: [],
  members: [],
});

let collected = emptySuite();

type Options = { readonly skip?: unknown };

export function test(name: string, ...[given, more]: [Body] | [Options, Body]): void {
  const [options, body] = typeof given === 'function' ? [{}, given] : [given, more as Body];
  if (!options.skip) collected.members.push({ name, body });
}

export function describe(_name: string, body: () => void): void {
  const outer = collected;
  collected = emptySuite();
  outer.members.push(collected);
  body();
  collected = outer;
}

export const before = (hook: Hook): unknown => collected.before.push(hook);
export const after = (hook: Hook): unknown => collected.after.push(hook);
export const beforeEach = (hook: Hook): unknown => collected.beforeEach.push(hook);
export const afterEach = (hook: Hook): unknown => collected.afterEach.push(hook);

/** The tests that were collected since the last call. */
export function takeTests(): Suite {
  const taken = collected;
  collected = emptySuite();
  return taken;
}

/** Runs the tests until one fails; its name and error, or undefined. A crash behind a test's back fails it. */
export async function firstFailure(
  suite: Suite,
  crash: Promise<never>,
  outer: Pick<Suite, 'beforeEach' | 'afterEach'> = emptySuite(),
): Promise<string | undefined> {
  const each = {
    beforeEach: [...outer.beforeEach, ...suite.beforeEach],
    afterEach: [...suite.afterEach, ...outer.afterEach],
  };
  return guarded('before', suite.after, crash, async () => {
    for (const hook of suite.before) await hook();
    for (const member of suite.members) {
      const failure =
        'members' in member
          ? await firstFailure(member, crash, each)
          : await runTest(member, crash, each);
      if (failure !== undefined) return failure;
    }
    return undefined;
  });
}

function runTest(
  { name, body }: Collected,
  crash: Promise<never>,
  each: Pick<Suite, 'beforeEach' | 'afterEach'>,
): Promise<string | undefined> {
  const cleanUps: Hook[] = [];
  const context: Context = {
    name,
    after: (cleanUp) => cleanUps.push(cleanUp),
    diagnostic: () => {},
    async test(inner, work) {
      const failure = await runTest({ name: inner, body: work }, crash, emptySuite());
      if (failure !== undefined) throw new Error(failure);
    },
  };
  return guarded(name, cleanUps, crash, async () => {
    for (const hook of each.beforeEach) await hook();
    await body(context);
    for (const hook of each.afterEach) await hook();
    return undefined;
  });
}

async function guarded(
  name: string,
  cleanUps: readonly Hook[],
  crash: Promise<never>,
  work: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const failureOf = (error: unknown): string =>
    `${name}: ${error instanceof Error ? error.message : String(error)}`;
  let failure: string | undefined;
  try {
    failure = await Promise.race([work(), crash]);
  } catch (error) {
    failure = failureOf(error);
  }
  for (const cleanUp of cleanUps) {
    try {
      await Promise.race([cleanUp(), crash]);
    } catch (error) {
      failure ??= failureOf(error);
    }
  }
  return failure;
}
