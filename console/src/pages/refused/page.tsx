// Refused verifications of an app: search, narrow, and why each was refused.
import { Button, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { RefusedIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { useMessages } from '../../i18n/messages.ts';
import { useApp } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { type IdKind, IdSearch, useAccountKinds } from '../../sales/id-search.tsx';
import { LIVE_MS } from '../../sales/live.ts';
import { MarketName } from '../../sales/market-name.tsx';
import { MarketSelect } from '../../sales/market-select.tsx';
import { messages as salesMessages } from '../../sales/messages.ts';
import { momentsOf, WINDOW_FILTERS } from '../../sales/window.ts';
import { WindowPicker } from '../../sales/window-picker.tsx';
import { messages } from './messages.ts';
import { OutcomeBadge } from './outcome.tsx';
import { OUTCOMES, type Refused } from './records.ts';
import { RefusedDialog } from './refused-dialog.tsx';

const SHA256 = /^[0-9a-f]{64}$/i;
const NAMES = ['by', 'id', 'provider', 'outcome', 'show', ...WINDOW_FILTERS] as const;
const NOTHING = { id: '', provider: '', outcome: '', span: '', from: '', to: '' };

export function Page() {
  const say = useMessages(messages);
  const app = useApp();
  const [filters, change] = useFilters(NAMES);
  const kinds: Readonly<Record<string, IdKind>> = {
    ...useAccountKinds(),
    receipt_sha256: { label: say.receipt, shape: SHA256, wrong: say.wrongHash },
  };
  const { by, id, provider, outcome, show } = filters;
  const kind = by in kinds ? by : 'account_uuid';
  const list = useKeyset(
    endpoint('/apps/{appid}/refused-verifications', { appid: app.appid }),
    {
      ...(id !== '' && { [kind]: id }),
      provider,
      outcome,
      ...momentsOf(filters, app.time_zone),
    },
    { refetchInterval: LIVE_MS },
  );
  const columns = useColumns((refused) => change({ show: refused.refused_id }));
  const isNarrow = [id, provider, outcome, filters.span].some((value) => value !== '');
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="md">
        <Paper withBorder p="md">
          <Stack gap="md">
            <IdSearch kinds={kinds} value={{ by: kind, id }} onSearch={change} />
            <Group align="flex-start" gap="sm">
              <MarketSelect value={provider} onChange={(market) => change({ provider: market })} />
              <Select
                label={say.outcome}
                w={190}
                allowDeselect={false}
                value={outcome}
                onChange={(chosen) => change({ outcome: chosen ?? '' })}
                data={[
                  { value: '', label: say.anyOutcome },
                  ...OUTCOMES.map((each) => ({ value: each, label: say[each] })),
                ]}
              />
              <WindowPicker
                value={filters}
                onChange={change}
                timeZone={app.time_zone}
                withAll
                withLabel
              />
            </Group>
          </Stack>
        </Paper>
        <DataTable
          label={say.title}
          columns={columns}
          source={list}
          rowKey={({ refused_id }) => refused_id}
          minWidth={900}
          empty={
            isNarrow ? (
              <Empty title={say.notFound} about={say.notFoundAbout} icon={RefusedIcon}>
                <Button variant="default" onClick={() => change(NOTHING)}>
                  {say.clearAll}
                </Button>
              </Empty>
            ) : (
              <Empty title={say.none} about={say.noneAbout} icon={RefusedIcon} />
            )
          }
        />
      </Stack>
      <RefusedDialog id={show} onClose={() => change({ show: '' })} />
    </>
  );
}

function useColumns(show: (refused: Refused) => void): readonly Column<Refused>[] {
  const say = useMessages(messages);
  const common = useMessages(salesMessages);
  const { time_zone: timeZone } = useApp();
  return [
    {
      label: say.refused,
      cell: ({ last_at, times }) => (
        <Stack gap={0}>
          <Time at={last_at} timeZone={timeZone} />
          {times > 1 && (
            <Text size="xs" c="dimmed">
              {say.times(times)}
            </Text>
          )}
        </Stack>
      ),
    },
    { label: say.outcome, cell: (refused) => <OutcomeBadge refused={refused} /> },
    {
      label: say.reason,
      cell: ({ reason }) => (
        <Text size="sm" maw={360} lineClamp={2} title={reason}>
          {reason}
        </Text>
      ),
    },
    { label: common.market, cell: ({ provider }) => <MarketName market={provider} /> },
    {
      label: common.account,
      cell: ({ account_uuid, player_id, product_id }) => (
        <Stack gap={0}>
          <Text size="xs" ff="monospace" maw={150} truncate title={account_uuid ?? ''}>
            {player_id === null ? account_uuid : String(player_id)}
          </Text>
          <Text size="xs" c="dimmed" maw={150} truncate title={product_id ?? ''}>
            {product_id}
          </Text>
        </Stack>
      ),
    },
    {
      label: '',
      align: 'right',
      cell: (refused) => (
        <Button
          size="xs"
          variant="default"
          aria-label={say.detailsOf(refused.refused_id)}
          onClick={() => show(refused)}
        >
          {say.details}
        </Button>
      ),
    },
  ];
}
