// What rules did, as a card of another page; absent where they did nothing.
import { useState } from 'react';
import { Card } from '../components/card.tsx';
import { DataTable } from '../components/data-table.tsx';
import { actionsColumn } from '../components/row-actions.tsx';
import { useCan } from '../place.tsx';
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
  source: Parameters<typeof DataTable<Effect>>[0]['source'];
}) {
  const say = useMessages();
  const release = useRelease();
  const { player, rule, state, causes, since } = useEffectColumns();
  if (source.items.length === 0) return null;
  return (
    <Card title={say.effects} about={about}>
      <DataTable
        label={say.effects}
        columns={[...(showsPlayer ? [player] : []), state, rule, causes, since, ...release.column]}
        source={source}
        rowKey={({ effect_id }) => effect_id}
        empty={null}
      />
      {release.dialog}
    </Card>
  );
}

/** The button that releases, for who may, and the dialog that it opens. */
export function useRelease() {
  const say = useMessages();
  const mayRelease = useCan()('operator');
  const [released, setReleased] = useState<Effect>();
  return {
    column: actionsColumn<Effect>(mayRelease, (effect) =>
      effect.status === 'active'
        ? [
            {
              label: say.release,
              about: say.releaseOf(String(effect.player_id)),
              onClick: () => setReleased(effect),
            },
          ]
        : [],
    ),
    dialog: <ReleaseEffect effect={released} onClose={() => setReleased(undefined)} />,
  };
}
