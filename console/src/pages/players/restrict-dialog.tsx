// Restricts a player, or changes the restriction there is.
import { Modal } from '@mantine/core';
import { NoTypes } from '../../restrictions/no-types.tsx';
import type { RestrictionRecord } from '../../restrictions/records.ts';
import { useTypes } from '../../restrictions/types.ts';
import { useMessages } from './messages.ts';
import { type Prefill, RestrictForm } from './restrict-form.tsx';

export function RestrictDialog({
  playerId,
  current,
  prefill,
  opened,
  onClose,
  onRestricted,
}: {
  /** Absent: it is asked for. */
  playerId?: string;
  current?: RestrictionRecord | null;
  /** What the form begins with. */
  prefill?: Prefill;
  opened: boolean;
  onClose: () => void;
  onRestricted?: () => void;
}) {
  const say = useMessages();
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
        <RestrictForm
          playerId={playerId}
          current={current}
          prefill={prefill}
          onClose={onClose}
          onRestricted={onRestricted}
        />
      )}
    </Modal>
  );
}
