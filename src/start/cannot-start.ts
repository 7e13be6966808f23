// Why the service cannot start, where no retry will mend it: the sentence is for the operator.

export class CannotStart extends Error {}
