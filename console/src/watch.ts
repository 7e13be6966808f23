// Looks again and again at what changes by itself, as long as somebody looks at the page.
import { useEffect } from 'react';
import { refresh } from './queries.ts';

/** Reads a path and all below it every so often; once more when it ends, so that the end is seen whole. */
export function useWatch(path: string, everyMs: number, isOn = true): void {
  useEffect(() => {
    if (!isOn) return;
    const look = () => void refresh(path);
    const timer = setInterval(() => document.hidden || look(), everyMs);
    return () => {
      clearInterval(timer);
      look();
    };
  }, [path, everyMs, isOn]);
}
