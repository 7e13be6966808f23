// A moment on the clock of the app.
import { useApp } from '../place.tsx';
import type { Fact } from './facts.tsx';
import { Time } from './time.tsx';

export function AppTime({ at }: { at: string | null }) {
  const { time_zone: timeZone } = useApp();
  return at !== null && <Time at={at} timeZone={timeZone} />;
}

/** A moment as a fact; null stays out. */
export const timeFact = (label: string, at: string | null): Fact => ({
  label,
  value: at && <AppTime at={at} />,
});
