// Refreshes what changes by itself while the page is visible.
import { useEffect } from 'react';
import type { Endpoint } from './endpoint.ts';
import { refresh } from './queries.ts';

/** Reads an endpoint and all below it every so often; once more when it ends, so that the end is seen whole. */
export function useWatch(at: Endpoint, everyMs: number, isOn = true): void {
  useEffect(() => {
    if (!isOn) return;
    const look = () => void refresh(at);
    const timer = setInterval(() => document.hidden || look(), everyMs);
    return () => {
      clearInterval(timer);
      look();
    };
  }, [at, everyMs, isOn]);
}
