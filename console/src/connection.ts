// Whether the service answers: every request says so, and while it does not, somebody keeps asking.
import { useSyncExternalStore } from 'react';

let isAway = false;
const listeners = new Set<() => void>();

/** After each request: whether there was an answer of the service. */
export function noteAnswer(isAnswered: boolean): void {
  if (isAway !== isAnswered) return;
  isAway = !isAnswered;
  for (const tell of listeners) tell();
}

/** An answer of what stands before the service, which has none. */
export const isGatewayError = (status: number): boolean => [502, 503, 504].includes(status);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsAway = (): boolean => useSyncExternalStore(subscribe, () => isAway);
