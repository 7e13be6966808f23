// Purchases of an app: search by every id, narrow by market, state and time, export.
import { Button, Group, Paper, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { DownloadIcon, PurchasesIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { useMessages } from '../../i18n/messages.ts';
import { useApp } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { type IdKind, IdSearch, useAccountKinds } from '../../sales/id-search.tsx';
import { MarketSelect } from '../../sales/market-select.tsx';
import { messages as salesMessages } from '../../sales/messages.ts';
import { usePurchaseColumns } from '../../sales/purchase-columns.tsx';
import { ToMarkets } from '../../sales/to-markets.tsx';
import { momentsOf, WINDOW_FILTERS } from '../../sales/window.ts';
import { WindowPicker } from '../../sales/window-picker.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { messages } from './messages.ts';

const STATES = ['valid', 'refunded', 'disputed', 'charged_back'] as const;
const SERVICE_ID = /^((AP|GO|ST|PG)_\d{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function Page() {
  const say = useMessages(messages);
  const common = useMessages(salesMessages);
  const app = useApp();
  const [filters, change] = useFilters(['by', 'id', 'provider', 'state', ...WINDOW_FILTERS]);
  const [exporting, dialog] = useDisclosure(false);
  const columns = usePurchaseColumns();
  const kinds: Readonly<Record<string, IdKind>> = {
    store_transaction_id: { label: say.storeId },
    service_transaction_id: {
      label: say.serviceId,
      shape: SERVICE_ID,
      wrong: common.wrongServiceId,
    },
    ...useAccountKinds(),
  };
  const { by, id, provider, state } = filters;
  const kind = by in kinds ? by : 'store_transaction_id';
  const list = useKeyset(endpoint('/apps/{appid}/purchases', { appid: app.appid }), {
    ...(id !== '' && { [kind]: id }),
    provider,
    state,
    ...momentsOf(filters, app.time_zone),
  });
  const isNarrow = [id, provider, state, filters.span].some((value) => value !== '');
  return (
    <>
      <PageTitle title={say.title} about={say.about}>
        <Button
          variant="default"
          leftSection={<DownloadIcon size={16} />}
          onClick={dialog.open}
          aria-haspopup="dialog"
        >
          {say.export}
        </Button>
      </PageTitle>
      <Stack gap="md">
        <Paper withBorder p="md">
          <Stack gap="md">
            <IdSearch kinds={kinds} value={{ by: kind, id }} onSearch={change} />
            <Group align="flex-start" gap="sm">
              <MarketSelect value={provider} onChange={(market) => change({ provider: market })} />
              <Select
                label={common.state}
                w={150}
                allowDeselect={false}
                value={state}
                onChange={(chosen) => change({ state: chosen ?? '' })}
                data={[
                  { value: '', label: say.anyState },
                  ...STATES.map((each) => ({ value: each, label: common[each] })),
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
          columns={[
            columns.purchase,
            columns.product,
            columns.amount,
            columns.market,
            columns.account,
            columns.verified,
            columns.state,
          ]}
          source={list}
          rowKey={({ transaction_id }) => transaction_id}
          minWidth={900}
          empty={
            isNarrow ? (
              <Empty title={say.notFound} about={say.notFoundAbout} icon={PurchasesIcon}>
                <Button
                  variant="default"
                  onClick={() =>
                    change({ id: '', provider: '', state: '', span: '', from: '', to: '' })
                  }
                >
                  {say.clearAll}
                </Button>
              </Empty>
            ) : (
              <Empty title={say.none} about={say.noneAbout} icon={PurchasesIcon}>
                <ToMarkets />
              </Empty>
            )
          }
        />
      </Stack>
      <ExportDialog opened={exporting} onClose={dialog.close} filters={filters} />
    </>
  );
}
