// What an operation returns that has sent the response itself. Not the reply: `await` would wait for its end.
export const SENT = Symbol('sent');
