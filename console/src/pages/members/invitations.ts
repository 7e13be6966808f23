// Where invitations are listed and made: those to a project, or to the installation.
import { endpoint } from '../../endpoint.ts';

export const invitationsOf = (gameIndex: number | undefined) =>
  gameIndex === undefined
    ? endpoint('/invitations')
    : endpoint('/projects/{game_index}/invitations', { game_index: gameIndex });
