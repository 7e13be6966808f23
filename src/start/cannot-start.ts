// An error that no retry fixes, with a message for the operator.

export class CannotStart extends Error {}
