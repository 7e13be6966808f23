// The project and the app that the navigation and the search are about.
import { endpoint } from '../endpoint.ts';
import { lastApp, usePlace } from '../place.tsx';
import { useAll } from '../queries.ts';
import type { App, Project } from '../records.ts';

export interface Surroundings {
  readonly projects: readonly Project[];
  readonly apps: readonly App[];
  readonly gameIndex: number | undefined;
  readonly appid: string | undefined;
  /** One of the two may become another one yet. */
  readonly isLoading: boolean;
}

/** Where the address says nothing, the app that was looked at last stays at hand. */
export function useSurroundings(): Surroundings {
  const place = usePlace();
  const projects = useAll(endpoint('/projects'));
  const gameIndex = place.gameIndex ?? projects.data?.[0]?.game_index;
  const apps = useAll(endpoint('/projects/{game_index}/apps', { game_index: gameIndex ?? 0 }), {
    enabled: gameIndex !== undefined,
  });
  const known = apps.data ?? [];
  const last = known.find(({ appid }) => appid === lastApp());
  return {
    projects: projects.data ?? [],
    apps: known,
    gameIndex,
    appid: place.appid ?? (last ?? known[0])?.appid,
    isLoading:
      place.isLoading ||
      (place.gameIndex === undefined && projects.isLoading) ||
      (place.appid === undefined && apps.isLoading),
  };
}
