// What can be done about a purchase that nobody has reported as delivered: send the event again, or report it here.
import { Alert, Group, Text } from '@mantine/core';
import { call } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { endpoint } from '../../endpoint.ts';
import { useApp, useCan } from '../../place.tsx';
import { useReceiver } from '../../receivers.ts';
import { useMessages } from './messages.ts';

export function Undelivered({ serviceId }: { serviceId: string }) {
  const say = useMessages();
  const can = useCan();
  const { appid } = useApp();
  const name = { appid, service_transaction_id: serviceId };
  return (
    <Alert color="yellow" title={say.undelivered}>
      <Text size="sm">{say.undeliveredAbout}</Text>
      {can('operator') && (
        <Group gap="xs" mt="sm">
          <SendAgain serviceId={serviceId} />
          <ConfirmButton
            button={{ size: 'xs', variant: 'default' }}
            title={say.deliveredTitle(serviceId)}
            action={say.markDelivered}
            color="pine"
            run={() =>
              call(
                'POST',
                endpoint('/apps/{appid}/purchases/{service_transaction_id}/delivery', name),
                { result: 'delivered' },
              )
            }
            done={say.markedDelivered}
            refreshes={[endpoint('/apps/{appid}/purchases', { appid })]}
          >
            {say.deliveredAbout}
          </ConfirmButton>
        </Group>
      )}
    </Alert>
  );
}

/** Without a number: that it was verified. Left out where nobody receives events. */
export function SendAgain({ serviceId, number }: { serviceId: string; number?: number }) {
  const say = useMessages();
  const { appid, game_index } = useApp();
  const receiver = useReceiver(game_index, 'purchase').data;
  const name = { appid, service_transaction_id: serviceId };
  if (!receiver?.url) return null;
  return (
    <ConfirmButton
      button={{ size: 'compact-xs', variant: 'default' }}
      title={say.sendAgainTitle}
      action={say.sendAgain}
      color="pine"
      run={() =>
        call(
          'POST',
          endpoint('/apps/{appid}/purchases/{service_transaction_id}/events', name),
          number === undefined ? {} : { number },
        )
      }
      done={({ type }) => say.sentAgain(type)}
      refreshes={[endpoint('/apps/{appid}/purchases', { appid })]}
    >
      {say.sendAgainAbout}
    </ConfirmButton>
  );
}
