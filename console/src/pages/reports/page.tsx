// Reports of external sales: what is due, sent, refused and corrected.
import { Stack, Text } from '@mantine/core';
import { AppTime } from '../../components/app-time.tsx';
import type { Column } from '../../components/data-table.tsx';
import { ReportsIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { ChoiceFilter, FilterBar } from '../../list/filter-bar.tsx';
import { ListTable } from '../../list/list-table.tsx';
import { useApp } from '../../place.tsx';
import { type IdKind, IdSearch } from '../../sales/id-search.tsx';
import { useMoney } from '../../sales/money.ts';
import { useSaleFilters } from '../../sales/sale-filters.tsx';
import { WindowPicker } from '../../sales/window-picker.tsx';
import { useMessages } from './messages.ts';
import { ReportDialog } from './report-dialog.tsx';
import { KINDS, type Report, ReportState, STATES } from './state.tsx';

const STORES = ['APPLE', 'GOOGLE'] as const;

export function Page() {
  const say = useMessages();
  const { appid, time_zone: timeZone } = useApp();
  const kinds: Readonly<Record<string, IdKind>> = {
    order_id: { label: say.order, shape: /^H\d{1,25}$/, wrong: say.wrongOrder },
  };
  const filters = useSaleFilters(kinds, ['state', 'market', 'kind']);
  const { values, change } = filters;
  const [{ show }, open] = useFilters(['show']);
  const columns = useColumns();
  const choices = <V extends string>(all: readonly V[], name: (value: V) => string) =>
    all.map((value) => ({ value, label: name(value) }));
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="md">
        <FilterBar
          search={
            <IdSearch kinds={kinds} value={{ by: filters.by, id: values.id }} onSearch={change} />
          }
          isNarrowed={filters.isNarrowed}
          onClear={filters.clear}
        >
          <ChoiceFilter
            label={say.state}
            any={say.anyState}
            width={130}
            value={values.state}
            choices={choices(STATES, (value) => say[value])}
            onChange={(state) => change({ state })}
          />
          <ChoiceFilter
            label={say.store}
            any={say.anyStore}
            width={130}
            value={values.market}
            choices={choices(STORES, (value) => say[value])}
            onChange={(market) => change({ market })}
          />
          <ChoiceFilter
            label={say.kind}
            any={say.anyKind}
            width={150}
            value={values.kind}
            choices={choices(KINDS, (value) => say[value])}
            onChange={(kind) => change({ kind })}
          />
          <WindowPicker value={values} onChange={change} timeZone={timeZone} withAll />
        </FilterBar>
        <ListTable
          label={say.title}
          counted={say.counted}
          at={endpoint('/apps/{appid}/reports', { appid })}
          filters={filters.query}
          sort="-created_at"
          columns={columns}
          actions={({ report_id }) => [
            {
              label: say.details,
              about: say.detailsOf(report_id),
              onClick: () => open({ show: report_id }),
            },
          ]}
          rowKey={({ report_id }) => report_id}
          minWidth={900}
          empty={filters.emptyOf(
            { title: say.none, about: say.noneAbout, icon: ReportsIcon },
            { title: say.notFound, about: say.notFoundAbout },
          )}
        />
      </Stack>
      <ReportDialog id={show} onClose={() => open({ show: '' })} />
    </>
  );
}

function useColumns(): readonly Column<Report>[] {
  const say = useMessages();
  const money = useMoney();
  return [
    {
      label: say.made,
      sorts: ['-created_at', 'created_at'],
      cell: ({ created_at }) => <AppTime at={created_at} />,
    },
    {
      id: 'state',
      label: say.state,
      cell: ({ state, refusal }) => (
        <Stack gap={4} align="flex-start">
          <ReportState state={state} />
          {refusal !== null && (
            <Text size="xs" c="dimmed" maw={280} lineClamp={2} title={refusal}>
              {refusal}
            </Text>
          )}
        </Stack>
      ),
    },
    { id: 'store', label: say.store, cell: ({ market }) => say[market] },
    {
      id: 'kind',
      label: say.kind,
      cell: ({ kind, is_void, order_id }) => (
        <Stack gap={0}>
          <Text size="sm">{is_void ? `${say[kind]} · ${say.takenBack}` : say[kind]}</Text>
          <Text size="xs" c="dimmed" ff="monospace">
            {order_id}
          </Text>
        </Stack>
      ),
    },
    {
      id: 'amount',
      label: say.amount,
      cell: ({ amount, tax, currency, tax_country }) =>
        amount !== null && (
          <Stack gap={0}>
            <Text size="sm">{money.amount(amount, currency)}</Text>
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {say.tax} {money.amount(tax, currency)} · {tax_country}
            </Text>
          </Stack>
        ),
    },
    { id: 'by', label: say.by, cell: ({ report_by }) => <AppTime at={report_by} /> },
  ];
}
