// Purchases of an app: search by every id, narrow by market, state and time.
import { Stack } from '@mantine/core';
import { PurchasesIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { ChoiceFilter, TextFilter } from '../../list/filter-bar.tsx';
import { ListTable } from '../../list/list-table.tsx';
import { useApp } from '../../place.tsx';
import { type IdKind, useAccountKinds } from '../../sales/id-search.tsx';
import { ToMarkets } from '../../sales/market-name.tsx';
import { SERVICE_ID } from '../../sales/markets.ts';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { usePurchaseColumns } from '../../sales/purchase-columns.tsx';
import { MoneyFilter, SaleFilters, useSaleFilters } from '../../sales/sale-filters.tsx';
import { useMessages } from './messages.ts';

const STATES = ['valid', 'refunded', 'revoked', 'disputed', 'charged_back'] as const;

export function Page() {
  const say = useMessages();
  const common = useSalesMessages();
  const { appid } = useApp();
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
  const filters = useSaleFilters(kinds, [
    'state',
    'test',
    'unclaimed',
    'undelivered',
    'reported',
    'product_id',
    'country',
  ]);
  return (
    <>
      <PageTitle title={say.purchases} about={say.about} />
      <Stack gap="md">
        <SaleFilters filters={filters} kinds={kinds}>
          <ChoiceFilter
            label={common.state}
            any={say.anyState}
            width={110}
            value={filters.values.state}
            onChange={(state) => filters.change({ state })}
            choices={STATES.map((value) => ({ value, label: common[value] }))}
          />
          <MoneyFilter value={filters.values.test} onChange={(test) => filters.change({ test })} />
          <ChoiceFilter
            label={say.verification}
            any={say.anyVerification}
            width={120}
            value={filters.values.unclaimed}
            onChange={(unclaimed) => filters.change({ unclaimed })}
            choices={[{ value: 'Y', label: common.unclaimed }]}
          />
          <ChoiceFilter
            label={say.delivery}
            any={say.anyDelivery}
            width={120}
            value={filters.values.undelivered}
            onChange={(undelivered) => filters.change({ undelivered })}
            choices={[{ value: 'Y', label: common.undelivered }]}
          />
          <ChoiceFilter
            label={say.loss}
            any={say.anyLoss}
            width={140}
            value={filters.values.reported}
            onChange={(reported) => filters.change({ reported })}
            choices={[{ value: 'Y', label: say.reported }]}
          />
          <TextFilter
            label={common.product}
            width={110}
            value={filters.values.product_id}
            onChange={(product_id) => filters.change({ product_id })}
          />
          <TextFilter
            label={say.country}
            width={80}
            shape={/^[A-Za-z]{2}$/}
            wrong={say.wrongCountry}
            value={filters.values.country}
            onChange={(country) => filters.change({ country: country.toUpperCase() })}
          />
        </SaleFilters>
        <ListTable
          label={say.purchases}
          counted={say.counted}
          at={endpoint('/apps/{appid}/purchases', { appid })}
          formats={['CSV', 'NDJSON']}
          filters={filters.query}
          sort="-verified_at"
          columns={[
            columns.purchase,
            columns.product,
            columns.amount,
            columns.market,
            columns.account,
            columns.bought,
            columns.verified,
            columns.state,
          ]}
          rowKey={({ transaction_id }) => transaction_id}
          minWidth={960}
          empty={filters.emptyOf(
            { title: say.none, about: say.noneAbout, icon: PurchasesIcon, children: <ToMarkets /> },
            { title: say.notFound, about: say.notFoundAbout },
          )}
        />
      </Stack>
    </>
  );
}
