// Store notifications by state, each with its contents.
import { Button, Paper, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { NoticesIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { useApp } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { LIVE_MS } from '../../sales/live.ts';
import { MarketName } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { useNoticeKind } from '../../sales/notice-kinds.ts';
import { ToMarkets } from '../../sales/to-markets.tsx';
import { useMessages } from './messages.ts';
import { NoticeDialog } from './notice-dialog.tsx';
import { NoticeState } from './notice-state.tsx';
import type { Notice } from './records.ts';

const STATES = ['waiting', 'applied', 'kept', 'failed'] as const;

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const [{ state }, change] = useFilters(['state']);
  const [shown, setShown] = useState<Notice>();
  const list = useKeyset(
    endpoint('/apps/{appid}/notices', { appid }),
    { state },
    { refetchInterval: LIVE_MS },
  );
  const columns = useColumns(setShown);
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="md">
        <Paper withBorder p="md">
          <Select
            label={say.state}
            w={180}
            allowDeselect={false}
            value={state}
            onChange={(chosen) => change({ state: chosen ?? '' })}
            data={[
              { value: '', label: say.any },
              ...STATES.map((each) => ({ value: each, label: say[each] })),
            ]}
          />
        </Paper>
        <DataTable
          label={say.title}
          columns={columns}
          source={list}
          rowKey={({ provider, notice_id }) => `${provider} ${notice_id}`}
          minWidth={760}
          empty={
            <Empty
              title={state === '' ? say.none : say.notFound}
              about={state === '' ? say.noneAbout : say.notFoundAbout}
              icon={NoticesIcon}
            >
              {state === '' && <ToMarkets />}
            </Empty>
          }
        />
      </Stack>
      <NoticeDialog notice={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

function useColumns(show: (notice: Notice) => void): readonly Column<Notice>[] {
  const say = useMessages();
  const common = useSalesMessages();
  const kindOf = useNoticeKind();
  const { time_zone: timeZone } = useApp();
  return [
    {
      label: say.received,
      cell: ({ received_at }) => <Time at={received_at} timeZone={timeZone} />,
    },
    { label: common.market, cell: ({ provider }) => <MarketName market={provider} /> },
    {
      label: say.kind,
      cell: ({ kind, notice_id }) => (
        <Stack gap={0}>
          <Text size="sm" fw={500} title={kind}>
            {kindOf(kind)}
          </Text>
          <Text size="xs" c="dimmed" ff="monospace" maw={300} truncate title={notice_id}>
            {notice_id}
          </Text>
        </Stack>
      ),
    },
    { label: say.state, cell: ({ state }) => <NoticeState state={state} /> },
    {
      label: '',
      align: 'right',
      cell: (notice) => (
        <Button
          size="xs"
          variant="default"
          aria-label={say.showOf(notice.notice_id)}
          onClick={() => show(notice)}
        >
          {say.show}
        </Button>
      ),
    },
  ];
}
