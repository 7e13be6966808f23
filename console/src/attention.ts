// What needs attention in a project, for the lights in the navigation and on the pages.
import { endpoint, type Schema } from './endpoint.ts';
import { useGet } from './queries.ts';

export type Attention = Schema<'Attention'>;

const LOOK_EVERY_MS = 30_000;

export const attentionEndpoint = (game_index: number) =>
  endpoint('/projects/{game_index}/attention', { game_index });

/** Undefined until it is known, and where there is no project. */
export function useAttention(gameIndex: number | undefined): Attention | undefined {
  return useGet(
    attentionEndpoint(gameIndex ?? 0),
    {},
    { enabled: gameIndex !== undefined, refetchInterval: LOOK_EVERY_MS },
  ).data;
}

export const deadLettersIn = ({ dead_letters }: Attention): number =>
  dead_letters.reduce((sum, { count }) => sum + count, 0);
