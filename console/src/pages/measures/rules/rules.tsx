// The rules of an app: what each says, whether it is on, and what it did in the past 30 days.
import { Anchor, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { AddButton } from '../../../components/add-button.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { MeasuresIcon } from '../../../components/icons.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useFormat } from '../../../i18n/format.ts';
import type { ListedRule } from '../../../measures/records.ts';
import { appPath, useApp, useCan } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { LIVE_MS } from '../../../sales/live.ts';
import { useMessages } from './messages.ts';
import { useSentence } from './sentence.ts';
import { RuleStateBadge } from './state-badge.tsx';
import { SwitchRule } from './switch-rule.tsx';

export function Rules() {
  const say = useMessages();
  const { appid } = useApp();
  const mayChange = useCan()('admin');
  const rules = useGet(
    endpoint('/apps/{appid}/measures/rules', { appid }),
    {},
    { refetchInterval: LIVE_MS },
  );
  const [switched, setSwitched] = useState<ListedRule>();
  const columns = useColumns();
  const create = mayChange && (
    <AddButton label={say.create} to={appPath(appid, '/measures/rules/new')} />
  );
  return (
    <>
      {create && rules.data?.items.length !== 0 && (
        <Group justify="flex-end" mb="md">
          {create}
        </Group>
      )}
      <DataTable
        label={say.rules}
        columns={columns}
        actions={
          mayChange &&
          ((rule) => [
            { label: say.switch, about: say.switchOf(rule.name), onClick: () => setSwitched(rule) },
          ])
        }
        source={rules}
        rowKey={({ rule_id }) => rule_id}
        minWidth={760}
        empty={{
          icon: MeasuresIcon,
          title: say.none,
          about: mayChange ? say.noneAdmin : say.noneViewer,
          children: create,
        }}
      />
      <SwitchRule rule={switched} onClose={() => setSwitched(undefined)} />
    </>
  );
}

function useColumns(): readonly Column<ListedRule>[] {
  const say = useMessages();
  const sentenceOf = useSentence();
  const { appid } = useApp();
  return [
    {
      label: say.name,
      cell: ({ rule_id, name }) => (
        <Anchor
          component={Link}
          to={appPath(appid, `/measures/rules/${rule_id}`)}
          fw={600}
          size="sm"
        >
          {name}
        </Anchor>
      ),
    },
    { label: say.state, width: 130, cell: (rule) => <RuleStateBadge rule={rule} /> },
    {
      label: say.says,
      cell: (rule) => {
        const { when, measure } = sentenceOf(rule);
        return (
          <>
            <Text size="sm">{when}</Text>
            <Text size="sm" c="dimmed">
              → {measure}
            </Text>
          </>
        );
      },
    },
    { label: say.recent, width: 150, cell: (rule) => <Recent rule={rule} /> },
  ];
}

/** How often it restricted and flagged players lately, with a link to them. */
function Recent({ rule: { rule_id, recent } }: { rule: ListedRule }) {
  const say = useMessages();
  const format = useFormat();
  const { appid } = useApp();
  const { restricted, flagged } = recent;
  if (restricted + flagged === 0) {
    return (
      <Text size="sm" c="dimmed">
        {say.noEffects}
      </Text>
    );
  }
  return (
    <Anchor component={Link} to={appPath(appid, `/measures/effects?rule=${rule_id}`)} size="sm">
      {restricted > 0 && <div>{say.restricted(format.number(restricted))}</div>}
      {flagged > 0 && <div>{say.flagged(format.number(flagged))}</div>}
    </Anchor>
  );
}
