// What the figures are of: an app on its clock, or all apps of a project.
import { createContext, useContext } from 'react';
import type { Endpoint } from '../../endpoint.ts';

export interface FiguresPlace {
  readonly name: string;
  /** Where the page lies; its tabs are below. */
  readonly path: string;
  /** What is read again while figures are behind, or rates change. */
  readonly at: Endpoint;
  /** Apps of a project have their own clocks; their periods are days without one. */
  readonly timeZone: string | undefined;
  /** On its clock; in a project the latest of all clocks. */
  readonly today: string;
}

export const PlaceOfFigures = createContext<FiguresPlace | undefined>(undefined);

export function useFiguresPlace(): FiguresPlace {
  const place = useContext(PlaceOfFigures);
  if (!place) throw new Error('These figures are of nothing.');
  return place;
}
