// The buttons of a purchase or a subscription that have its market do something.
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useLast } from '../last.ts';
import { useCan } from '../place.tsx';
import type { Target } from './actions.ts';
import { ActionDialog, type Wish } from './dialog.tsx';
import { useMessages } from './messages.ts';

export function ActionButtons({ target, wishes }: { target: Target; wishes: readonly Wish[] }) {
  const say = useMessages();
  const can = useCan();
  const [wish, setWish] = useState<Wish>();
  const shown = useLast(wish);
  const labels = { refund: say.refund, cancel: say.cancelRenewal, postpone: say.postpone };
  if (!can('operator')) return null;
  return (
    <Group gap="xs">
      {wishes.map((each) => (
        <Button
          key={each}
          size="xs"
          variant="default"
          aria-haspopup="dialog"
          onClick={() => setWish(each)}
        >
          {labels[each]}
        </Button>
      ))}
      {shown && (
        <ActionDialog
          key={shown}
          target={target}
          wish={shown}
          opened={wish !== undefined}
          onClose={() => setWish(undefined)}
        />
      )}
    </Group>
  );
}
