// Sends a dead letter again, or all of them.
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { attentionEndpoint } from '../../attention.ts';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useProject } from '../../place.tsx';
import { type Channel, receiversEndpoint } from '../../receivers.ts';
import { useMessages } from './messages.ts';
import { laneEndpoint } from './records.ts';

/** Without the id of one, all of the lane. */
export function useReplay(channel: Channel, close?: () => void) {
  const say = useMessages();
  const format = useFormat();
  const { game_index } = useProject();
  return useAction({
    run: async (batchId: string | undefined) => {
      const replayed = await call(
        'POST',
        batchId === undefined
          ? endpoint('/projects/{game_index}/outbox/{channel}/replay', { game_index, channel })
          : endpoint('/projects/{game_index}/outbox/{channel}/dead-letters/{batch_id}/replay', {
              game_index,
              channel,
              batch_id: batchId,
            }),
      );
      // Before anything is read again: the letter is gone, and a dialog about it would say so.
      close?.();
      return replayed;
    },
    done: ({ queued, overtaken }) => say.replayed(format.number(queued), format.number(overtaken)),
    refreshes: [
      laneEndpoint(game_index, channel),
      receiversEndpoint(game_index),
      attentionEndpoint(game_index),
    ],
  });
}
