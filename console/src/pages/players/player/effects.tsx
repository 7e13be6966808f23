// What rules did about the player.
import { endpoint } from '../../../endpoint.ts';
import { EffectsCard } from '../../../measures/effects-card.tsx';
import { useMessages } from '../../../measures/messages.ts';
import { useApp } from '../../../place.tsx';
import { useKeyset } from '../../../queries.ts';

export function PlayerEffects({ playerId }: { playerId: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const source = useKeyset(endpoint('/apps/{appid}/measures/effects', { appid }), {
    player_id: playerId,
    limit: 10,
  });
  return <EffectsCard about={say.ofPlayer} source={source} />;
}
