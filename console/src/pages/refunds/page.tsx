// Refunds of an app, by market and time.
import { Group, Paper, Stack } from '@mantine/core';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { RefundsIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { useMessages } from '../../i18n/messages.ts';
import { useApp } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { MarketSelect } from '../../sales/market-select.tsx';
import { usePurchaseColumns } from '../../sales/purchase-columns.tsx';
import { momentsOf, WINDOW_FILTERS } from '../../sales/window.ts';
import { WindowPicker } from '../../sales/window-picker.tsx';
import { messages } from './messages.ts';

export function Page() {
  const say = useMessages(messages);
  const app = useApp();
  const [filters, change] = useFilters(['provider', ...WINDOW_FILTERS]);
  const columns = usePurchaseColumns();
  const { provider, span } = filters;
  const list = useKeyset(endpoint('/apps/{appid}/refunds', { appid: app.appid }), {
    provider,
    ...momentsOf(filters, app.time_zone),
  });
  const isNarrow = provider !== '' || span !== '';
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="md">
        <Paper withBorder p="md">
          <Group align="flex-start" gap="sm">
            <MarketSelect value={provider} onChange={(market) => change({ provider: market })} />
            <WindowPicker
              value={filters}
              onChange={change}
              timeZone={app.time_zone}
              withAll
              withLabel
            />
          </Group>
        </Paper>
        <DataTable
          label={say.title}
          columns={[
            columns.refunded,
            columns.purchase,
            columns.product,
            columns.amount,
            columns.market,
            columns.account,
            columns.state,
          ]}
          source={list}
          rowKey={({ transaction_id }) => transaction_id}
          minWidth={900}
          empty={
            <Empty
              title={isNarrow ? say.notFound : say.none}
              about={isNarrow ? say.notFoundAbout : say.noneAbout}
              icon={RefundsIcon}
            />
          }
        />
      </Stack>
    </>
  );
}
