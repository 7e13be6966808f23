// The players of a dry run, with the purchases behind each.

import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { AppTime } from '../../../components/app-time.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { Causes } from '../../../measures/causes.tsx';
import type { DryRun } from '../../../measures/records.ts';
import { appPath, useApp } from '../../../place.tsx';
import { useMessages } from './messages.ts';

type Found = DryRun['restricted'][number];

const MOST_AT_FIRST = 20;

export function DryRunPlayers({ players }: { players: readonly Found[] }) {
  const say = useMessages();
  const format = useFormat();
  const columns = useColumns(players.some(({ step }) => step !== null));
  const [isWhole, setWhole] = useState(players.length <= MOST_AT_FIRST);
  return (
    <Stack gap="xs">
      <DataTable
        label={say.players}
        columns={columns}
        source={isWhole ? players : players.slice(0, MOST_AT_FIRST)}
        rowKey={({ account_uuid, at }) => `${account_uuid} ${at}`}
        minWidth={560}
      />
      {!isWhole && (
        <Button variant="default" w="fit-content" onClick={() => setWhole(true)}>
          {say.showAll(format.number(players.length))}
        </Button>
      )}
    </Stack>
  );
}

function useColumns(isRestricting: boolean): readonly Column<Found>[] {
  const say = useMessages();
  const { appid } = useApp();
  const until: Column<Found> = {
    label: say.until,
    cell: ({ until: end }) => (end === null ? say.permanent : <AppTime at={end} absolute />),
  };
  return [
    {
      label: say.player,
      cell: ({ player_id: id, account_uuid }) =>
        id === null ? (
          <Text size="sm" c="dimmed" title={account_uuid}>
            {say.account}
          </Text>
        ) : (
          <Anchor component={Link} to={appPath(appid, `/players/${id}`)} ff="monospace" size="sm">
            {String(id)}
          </Anchor>
        ),
    },
    { label: say.at, cell: ({ at }) => <AppTime at={at} /> },
    ...(isRestricting ? [until] : []),
    { label: say.causes, cell: ({ causes }) => <Causes causes={causes} /> },
  ];
}
