// The player as a fact: leads to the player's own page.
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { Id } from '../api.ts';
import type { Fact } from '../components/facts.tsx';
import { appPath } from '../place.tsx';

export function playerFact(label: string, appid: string, playerId: Id | null): Fact {
  // 0 stands for a player who was erased.
  if (playerId === null || String(playerId) === '0') return { label, value: null };
  const id = String(playerId);
  return {
    label,
    value: (
      <Anchor component={Link} to={appPath(appid, `/players/${id}`)} size="xs" ff="monospace">
        {id}
      </Anchor>
    ),
    copy: id,
  };
}
