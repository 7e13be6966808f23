// Store notifications by state, each with its contents.
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { AppTime } from '../../components/app-time.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { NoticesIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { ChoiceFilter, FilterBar } from '../../list/filter-bar.tsx';
import { useApp } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { LIVE_MS } from '../../sales/live.ts';
import { MarketName, ToMarkets } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { useNoticeKind } from '../../sales/notice-kinds.ts';
import { useMessages } from './messages.ts';
import { NoticeDialog, NoticeState } from './notice-dialog.tsx';
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
  const columns = useColumns();
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="md">
        <FilterBar isNarrowed={state !== ''}>
          <ChoiceFilter
            label={say.state}
            any={say.any}
            width={180}
            value={state}
            choices={STATES.map((value) => ({ value, label: say[value] }))}
            onChange={(chosen) => change({ state: chosen })}
          />
        </FilterBar>
        <DataTable
          label={say.title}
          columns={columns}
          actions={(notice) => [
            {
              label: say.show,
              about: say.showOf(notice.notice_id),
              onClick: () => setShown(notice),
            },
          ]}
          source={list}
          rowKey={({ provider, notice_id }) => `${provider} ${notice_id}`}
          minWidth={760}
          empty={{
            title: state === '' ? say.none : say.notFound,
            about: state === '' ? say.noneAbout : say.notFoundAbout,
            icon: NoticesIcon,
            children: state === '' && <ToMarkets />,
          }}
        />
      </Stack>
      <NoticeDialog notice={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

function useColumns(): readonly Column<Notice>[] {
  const say = useMessages();
  const common = useSalesMessages();
  const kindOf = useNoticeKind();
  return [
    {
      label: say.received,
      cell: ({ received_at }) => <AppTime at={received_at} />,
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
  ];
}
