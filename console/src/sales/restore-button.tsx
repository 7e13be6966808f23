// Offers a paid order to the game again.
import { call } from '../api.ts';
import { ConfirmButton } from '../components/confirm.tsx';
import { endpoint } from '../endpoint.ts';
import { useApp } from '../place.tsx';
import { useRestoring } from './messages.ts';

export function RestoreButton({ orderId }: { orderId: string }) {
  const say = useRestoring();
  const { appid } = useApp();
  const name = { appid, order_id: orderId };
  return (
    <ConfirmButton
      button={{ size: 'xs', variant: 'default', 'aria-label': say.about(orderId) }}
      title={say.title(orderId)}
      action={say.restore}
      color="pine"
      run={() => call('POST', endpoint('/apps/{appid}/orders/{order_id}/restore', name))}
      done={say.done(orderId)}
      refreshes={[endpoint('/apps/{appid}', { appid })]}
    >
      {say.explanation}
    </ConfirmButton>
  );
}
