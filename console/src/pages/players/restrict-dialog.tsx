// Restricts a player, or changes the restriction there is.
import { Modal } from '@mantine/core';
import { useWords } from '../../i18n/words.ts';
import { NoTypes } from '../types/no-types.tsx';
import { useTypes } from '../types/records.ts';
import type { RestrictionRecord } from './records.ts';
import { RestrictForm } from './restrict-form.tsx';
import { words } from './words.ts';

export function RestrictDialog({
  playerId,
  current,
  opened,
  onClose,
}: {
  /** Absent: it is asked for. */
  playerId?: string;
  current?: RestrictionRecord | null;
  opened: boolean;
  onClose: () => void;
}) {
  const say = useWords(words);
  const types = useTypes();
  const title = () => {
    if (playerId === undefined) return say.restrict;
    return current ? say.changeTitle(playerId) : say.restrictTitle(playerId);
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title()} size="lg">
      {types.data?.items.length === 0 ? (
        <NoTypes />
      ) : (
        <RestrictForm playerId={playerId} current={current} onClose={onClose} />
      )}
    </Modal>
  );
}
