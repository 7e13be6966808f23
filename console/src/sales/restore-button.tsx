// Offers a paid order to the game again.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAction } from '../action.ts';
import { call } from '../api.ts';
import { Confirm } from '../components/confirm.tsx';
import { endpoint } from '../endpoint.ts';
import { useApp } from '../place.tsx';
import { useRestoring } from './messages.ts';

export function RestoreButton({ orderId }: { orderId: string }) {
  const say = useRestoring();
  const { appid } = useApp();
  const [opened, { open, close }] = useDisclosure(false);
  const restore = useAction({
    run: () =>
      call(
        'POST',
        endpoint('/apps/{appid}/orders/{order_id}/restore', { appid, order_id: orderId }),
      ),
    done: say.done(orderId),
    refreshes: [endpoint('/apps/{appid}', { appid })],
    after: close,
  });
  return (
    <>
      <Button size="xs" variant="default" aria-label={say.about(orderId)} onClick={open}>
        {say.restore}
      </Button>
      <Confirm
        opened={opened}
        title={say.title(orderId)}
        action={say.restore}
        color="pine"
        isPending={restore.isPending}
        onConfirm={() => restore.mutate()}
        onClose={close}
      >
        {say.explanation}
      </Confirm>
    </>
  );
}
