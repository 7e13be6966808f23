// What rules did, as a card of another page; absent where they did nothing.
import { useState } from 'react';
import { call } from '../api.ts';
import type { RowAction } from '../components/data-table.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { TableCard } from '../components/table-card.tsx';
import { endpoint } from '../endpoint.ts';
import { useLast } from '../last.ts';
import { useApp, useCan } from '../place.tsx';
import { useKeyset } from '../queries.ts';
import { LIVE_MS } from '../sales/live.ts';
import { useEffectColumns } from './effect-columns.tsx';
import { useMessages } from './messages.ts';
import type { Effect } from './records.ts';

export function EffectsCard({
  about,
  filters,
  showsPlayer = false,
}: {
  about: string;
  /** Of which player or purchase. */
  filters: { readonly player_id: string } | { readonly service_transaction_id: string };
  /** Where they may be of several players. */
  showsPlayer?: boolean;
}) {
  const say = useMessages();
  const { appid } = useApp();
  const path = endpoint('/apps/{appid}/measures/effects', { appid });
  const source = useKeyset(path, { ...filters, limit: 10 }, { refetchInterval: LIVE_MS });
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

function ReleaseEffect({
  effect,
  onClose,
}: {
  /** Undefined while nobody is to be released. */
  effect: Effect | undefined;
  onClose: () => void;
}) {
  const say = useMessages();
  const { appid } = useApp();
  const shown = useLast(effect);
  const name = { appid, effect_id: shown?.effect_id ?? '' };
  const player = String(shown?.player_id ?? '');
  return (
    <FormDialog
      opened={effect !== undefined}
      title={say.releaseTitle(player)}
      action={say.releasePlayer}
      initialValues={{ comment: '' }}
      run={({ comment }) =>
        call(
          'POST',
          endpoint('/apps/{appid}/measures/effects/{effect_id}/release', name),
          comment === '' ? {} : { comment },
        )
      }
      done={say.releaseDone(player)}
      refreshes={[
        endpoint('/apps/{appid}/measures/effects', { appid }),
        endpoint('/apps/{appid}/players/{player_id}', { appid, player_id: player }),
      ]}
      onClose={onClose}
      fields={[
        {
          kind: 'lines',
          name: 'comment',
          label: say.comment,
          about: `${say.releaseAbout} ${say.commentAbout}`,
        },
      ]}
    />
  );
}
