// What rules did because of the purchase.
import { Grid } from '@mantine/core';
import { endpoint } from '../../endpoint.ts';
import { EffectsCard } from '../../measures/effects-card.tsx';
import { useMessages } from '../../measures/messages.ts';
import { useApp } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { LIVE_MS } from '../../sales/live.ts';

export function PurchaseEffects({ serviceId }: { serviceId: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const source = useKeyset(
    endpoint('/apps/{appid}/measures/effects', { appid }),
    { service_transaction_id: serviceId, limit: 10 },
    { refetchInterval: LIVE_MS },
  );
  if (source.items.length === 0) return null;
  return (
    <Grid.Col span={12}>
      <EffectsCard about={say.ofPurchase} source={source} showsPlayer />
    </Grid.Col>
  );
}
