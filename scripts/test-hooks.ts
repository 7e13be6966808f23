// The runner's hook on everything asynchronous: it finds whose a test is while files load, and is off while their tests run.
import hooks, { type AsyncHook } from 'node:async_hooks';

let ofRunner: AsyncHook | undefined;

/**
 * Must be loaded before node:test, which makes its hook when it is first used. The hook is called for every
 * promise, which takes 7 % of the tests' main thread. Without it the runner does not know which test an error
 * belongs to that nobody caught; the run fails all the same.
 */
const { createHook } = hooks;
hooks.createHook = (callbacks) => {
  const hook = createHook(callbacks);
  ofRunner ??= hook;
  return hook;
};

export function followAll(): void {
  ofRunner?.enable();
}

export function followNothing(): void {
  ofRunner?.disable();
}
