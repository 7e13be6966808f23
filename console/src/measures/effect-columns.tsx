// Columns of lists of effects; each list takes those it needs.

import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { AppTime } from '../components/app-time.tsx';
import type { Column } from '../components/data-table.tsx';
import { appPath, useApp } from '../place.tsx';
import { Causes } from './causes.tsx';
import { EffectState } from './effect-state.tsx';
import { useMessages } from './messages.ts';
import type { Effect } from './records.ts';

type Columns = Readonly<Record<'player' | 'rule' | 'state' | 'causes' | 'since', Column<Effect>>>;

export function useEffectColumns(): Columns {
  const say = useMessages();
  const { appid } = useApp();
  return {
    player: {
      label: say.player,
      cell: ({ player_id: id }) => (
        <Anchor component={Link} to={appPath(appid, `/players/${id}`)} ff="monospace" size="sm">
          {String(id)}
        </Anchor>
      ),
    },
    rule: {
      id: 'rule',
      label: say.rule,
      // Of a deleted rule the page says so.
      cell: ({ rule_id, rule_name }) => (
        <Anchor component={Link} to={appPath(appid, `/measures/rules/${rule_id}`)} size="sm">
          {rule_name}
        </Anchor>
      ),
    },
    state: { label: say.status, cell: (effect) => <EffectState effect={effect} /> },
    causes: { id: 'causes', label: say.causes, cell: ({ causes }) => <Causes causes={causes} /> },
    since: {
      label: say.since,
      sorts: ['-since', 'since'],
      cell: ({ since }) => <AppTime at={since} />,
    },
  };
}
