// How a command ends that cannot do its work.

/** With one line and exit code 1. */
export class Failure extends Error {}

/** With one line and exit code 2. */
export class UsageError extends Error {}
