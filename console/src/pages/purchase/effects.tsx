// What rules did because of the purchase.
import { Grid } from '@mantine/core';
import { endpoint } from '../../endpoint.ts';
import { useMessages } from '../../i18n/messages.ts';
import { EffectsCard } from '../../measures/effects-card.tsx';
import { messages } from '../../measures/messages.ts';
import { useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { LIVE_MS } from '../../sales/live.ts';

/** Of a player with more, the newest. */
const MOST = 100;

export function PurchaseEffects({ serviceId, playerId }: { serviceId: string; playerId: string }) {
  const say = useMessages(messages);
  const { appid } = useApp();
  const { data, isPending, error, refetch } = useGet(
    endpoint('/apps/{appid}/measures/effects', { appid }),
    { player_id: playerId, limit: MOST },
    { refetchInterval: LIVE_MS },
  );
  const items = (data?.items ?? []).filter(({ causes }) =>
    causes.some(({ service_transaction_id: id }) => id === serviceId),
  );
  if (items.length === 0) return null;
  return (
    <Grid.Col span={12}>
      <EffectsCard
        about={say.ofPurchase}
        source={{ items, isPending, error, retry: () => void refetch() }}
      />
    </Grid.Col>
  );
}
