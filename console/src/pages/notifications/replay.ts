// Sends a dead letter again, or all of them.
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/words.ts';
import { useProject } from '../../place.tsx';
import { type Channel, receiversPath } from '../../receivers.ts';
import { lanePath, type Replayed } from './records.ts';
import { words } from './words.ts';

/** Without the id of one, all of the lane. */
export function useReplay(channel: Channel, close?: () => void) {
  const say = useWords(words);
  const format = useFormat();
  const { game_index: gameIndex } = useProject();
  const path = lanePath(gameIndex, channel);
  return useAction({
    run: async (batchId: string | undefined) => {
      const letter = batchId === undefined ? '' : `/dead-letters/${batchId}`;
      const replayed = await call<Replayed>('POST', `${path}${letter}/replay`);
      // Before anything is read again: the letter is gone, and a dialog about it would say so.
      close?.();
      return replayed;
    },
    done: ({ queued, overtaken }) => say.replayed(format.number(queued), format.number(overtaken)),
    refreshes: [path, receiversPath(gameIndex)],
  });
}
