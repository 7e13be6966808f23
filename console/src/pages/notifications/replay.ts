// Sends a dead letter again, or all of them; deletes one or all.
import type { Action } from '../../action.ts';
import { call } from '../../api.ts';
import { attentionEndpoint } from '../../attention.ts';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useProject } from '../../place.tsx';
import { type Channel, receiversEndpoint } from '../../receivers.ts';
import { useMessages } from './messages.ts';
import { laneEndpoint } from './records.ts';

/** With the id of one, or of all of the lane. */
export function useReplaying(
  channel: Channel,
  close?: () => void,
): Action<string | true, Schema<'Replayed'>> {
  const say = useMessages();
  const format = useFormat();
  const { game_index } = useProject();
  return {
    run: async (batchId) => {
      const replayed = await call(
        'POST',
        batchId === true
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
  };
}

/** With the id of one, or of all of the lane. */
export function useDeleting(channel: Channel, close?: () => void): Action<string | true, unknown> {
  const say = useMessages();
  const { game_index } = useProject();
  const place = { game_index, channel };
  const letters = '/projects/{game_index}/outbox/{channel}/dead-letters';
  return {
    run: async (batchId) => {
      await (batchId === true
        ? call('DELETE', endpoint(letters, place))
        : call('DELETE', endpoint(`${letters}/{batch_id}`, { ...place, batch_id: batchId })));
      close?.();
    },
    done: say.deleted,
    refreshes: [
      laneEndpoint(game_index, channel),
      receiversEndpoint(game_index),
      attentionEndpoint(game_index),
    ],
  };
}
