// What a dialog was about, so that its text stays while it closes.
import { useState } from 'react';

/** The value, or the last one there was. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
