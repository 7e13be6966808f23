// Refunds of an app, by market and time.
import { Stack } from '@mantine/core';
import { RefundsIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { ListTable } from '../../list/list-table.tsx';
import { useApp } from '../../place.tsx';
import { usePurchaseColumns } from '../../sales/purchase-columns.tsx';
import { MoneyFilter, SaleFilters, useSaleFilters } from '../../sales/sale-filters.tsx';
import { useMessages } from './messages.ts';

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const columns = usePurchaseColumns();
  const filters = useSaleFilters({}, ['test']);
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="md">
        <SaleFilters filters={filters}>
          <MoneyFilter value={filters.values.test} onChange={(test) => filters.change({ test })} />
        </SaleFilters>
        <ListTable
          label={say.title}
          counted={say.counted}
          at={endpoint('/apps/{appid}/refunds', { appid })}
          filters={filters.query}
          sort="-refunded_at"
          columns={[
            columns.refunded,
            columns.purchase,
            columns.product,
            columns.amount,
            columns.market,
            columns.account,
            columns.state,
          ]}
          rowKey={({ transaction_id }) => transaction_id}
          minWidth={900}
          empty={filters.emptyOf(
            { title: say.none, about: say.noneAbout, icon: RefundsIcon },
            { title: say.notFound, about: say.notFoundAbout },
          )}
        />
      </Stack>
    </>
  );
}
