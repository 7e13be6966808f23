// What rules did, as a card of another page; absent where they did nothing.
import { useState } from 'react';
import type { RowAction } from '../components/data-table.tsx';
import { TableCard } from '../components/table-card.tsx';
import { useCan } from '../place.tsx';
import type { Keyset } from '../queries.ts';
import { useEffectColumns } from './effect-columns.tsx';
import { useMessages } from './messages.ts';
import type { Effect } from './records.ts';
import { ReleaseEffect } from './release-effect.tsx';

export function EffectsCard({
  about,
  source,
  showsPlayer = false,
}: {
  about: string;
  /** Where they may be of several players. */
  showsPlayer?: boolean;
  source: Keyset<Effect>;
}) {
  const say = useMessages();
  const release = useRelease();
  const { player, rule, state, causes, since } = useEffectColumns();
  if (source.items.length === 0) return null;
  return (
    <TableCard
      title={say.effects}
      about={about}
      columns={[...(showsPlayer ? [player] : []), state, rule, causes, since]}
      actions={release.actions}
      source={source}
      rowKey={({ effect_id }) => effect_id}
    >
      {release.dialog}
    </TableCard>
  );
}

/** The button that releases, for who may, and the dialog that it opens. */
export function useRelease() {
  const say = useMessages();
  const mayRelease = useCan()('operator');
  const [released, setReleased] = useState<Effect>();
  const actions = (effect: Effect): readonly (RowAction | false)[] => [
    effect.status === 'active' && {
      label: say.release,
      about: say.releaseOf(String(effect.player_id)),
      onClick: () => setReleased(effect),
    },
  ];
  return {
    actions: mayRelease && actions,
    dialog: <ReleaseEffect effect={released} onClose={() => setReleased(undefined)} />,
  };
}
