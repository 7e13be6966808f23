// Columns of lists of effects; each list takes those it needs.
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { AppTime } from '../components/app-time.tsx';
import type { Column } from '../components/data-table.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useFormat } from '../i18n/format.ts';
import { appPath, useApp } from '../place.tsx';
import { useScopeName } from '../restrictions/scopes.tsx';
import { Causes } from './causes.tsx';
import { useEffectNames, useFlagReasons, useMessages } from './messages.ts';
import type { Effect, EffectStatus } from './records.ts';

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
    causes: {
      id: 'causes',
      label: say.purchases,
      cell: ({ causes }) => <Causes causes={causes} />,
    },
    since: {
      label: say.since,
      sorts: ['-since', 'since'],
      cell: ({ since }) => <AppTime at={since} />,
    },
  };
}

const TONES = {
  flagged: 'warning',
  active: 'bad',
  lifted: 'good',
  over: 'quiet',
  released: 'quiet',
} as const satisfies Record<EffectStatus, string>;

function EffectState({ effect }: { effect: Effect }) {
  const names = useEffectNames();
  const scopeName = useScopeName();
  const { status, scope, ended_at } = effect;
  return (
    <>
      <StatusBadge tone={TONES[status]}>{names[status]}</StatusBadge>
      <Text size="xs" c="dimmed" maw={260}>
        {scope !== undefined && `${scopeName(scope)} · `}
        <About effect={effect} />
        {ended_at !== null && (
          <>
            {' · '}
            <AppTime at={ended_at} />
          </>
        )}
      </Text>
      {effect.note !== null && (
        <Text size="xs" fs="italic" maw={260} style={{ overflowWrap: 'anywhere' }} dir="auto">
          {effect.note}
        </Text>
      )}
    </>
  );
}

function About({ effect }: { effect: Effect }): string {
  const say = useMessages();
  const reasons = useFlagReasons();
  const format = useFormat();
  const { time_zone: timeZone } = useApp();
  const { end_reason, closed_by, flag, until, paid_again, step } = effect;
  if (end_reason === 'operator') return say.operator(closed_by ?? '');
  if (end_reason !== null) return say[end_reason];
  if (flag !== null) return reasons[flag];
  const parts = [
    step === null ? undefined : say.step(step),
    until === null ? say.permanent : say.until(format.dateTime(until, timeZone)),
    paid_again ? say.orPaid : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
