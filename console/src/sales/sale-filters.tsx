// Filters that lists of sales share: by an id, a market and a time; each list adds its own.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EmptyProps } from '../components/empty.tsx';
import { useFilters } from '../filters.ts';
import { ChoiceFilter, FilterBar } from '../list/filter-bar.tsx';
import { useApp } from '../place.tsx';
import { type IdKind, IdSearch } from './id-search.tsx';
import { MARKETS } from './markets.ts';
import { useMarketNames, useMessages } from './messages.ts';
import { asWall, momentsOf, WINDOW_FILTERS } from './window.ts';
import { WindowPicker } from './window-picker.tsx';

type Kinds = Readonly<Record<string, IdKind>>;

const NAMES = ['by', 'id', 'provider', ...WINDOW_FILTERS] as const;

/** The filters in the address, and the query that they make. */
export function useSaleFilters<const Own extends string>(kinds: Kinds, own: readonly Own[]) {
  const { time_zone: timeZone } = useApp();
  const [written, change] = useFilters<(typeof NAMES)[number] | Own>([...NAMES, ...own]);
  const [from, to] = [asWall(written.from, timeZone), asWall(written.to, timeZone)];
  const values = { ...written, from, to };
  const [firstKind = ''] = Object.keys(kinds);
  const by = values.by in kinds ? values.by : firstKind;
  const { id, provider } = values;
  const chosen = Object.fromEntries(own.map((name) => [name, values[name]]));
  const narrowing = ['id', 'provider', ...WINDOW_FILTERS, ...own] as const;
  const clear = () =>
    change(Object.fromEntries(narrowing.map((name) => [name, ''])) as Partial<typeof values>);
  const isNarrowed = narrowing.some((name) => values[name] !== '');
  return {
    values,
    change,
    clear,
    isNarrowed,
    by,
    query: {
      ...(id !== '' && { [by]: id }),
      provider,
      ...chosen,
      ...momentsOf(values, timeZone),
    } as Readonly<Record<string, string>>,
    /** What to say of no entries: because of the filters, or at all. */
    emptyOf: (none: EmptyProps, notFound: EmptyProps): EmptyProps =>
      isNarrowed ? { ...notFound, icon: none.icon, children: <ClearAll onClick={clear} /> } : none,
  };
}

type SaleFiltersState = Pick<
  ReturnType<typeof useSaleFilters<never>>,
  'values' | 'by' | 'change' | 'isNarrowed' | 'clear'
>;

export function SaleFilters({
  filters: { values, by, change, isNarrowed, clear },
  kinds,
  children,
}: {
  filters: SaleFiltersState;
  /** Absent where a list is not searched by ids. */
  kinds?: Kinds;
  /** Fields of one list, between market and time. */
  children?: ReactNode;
}) {
  const say = useMessages();
  const names = useMarketNames();
  const { time_zone: timeZone } = useApp();
  return (
    <FilterBar
      search={kinds && <IdSearch kinds={kinds} value={{ by, id: values.id }} onSearch={change} />}
      isNarrowed={isNarrowed}
      onClear={clear}
    >
      <ChoiceFilter
        label={say.market}
        any={say.allMarkets}
        width={120}
        value={values.provider}
        choices={MARKETS.map((value) => ({ value, label: names[value] }))}
        onChange={(provider) => change({ provider })}
      />
      {children}
      <WindowPicker value={values} onChange={change} timeZone={timeZone} withAll />
    </FilterBar>
  );
}

/** Real purchases, test purchases, or both. */
export function MoneyFilter(props: { value: string; onChange: (value: string) => void }) {
  const say = useMessages();
  const choices = [
    { value: 'N', label: say.realMoney },
    { value: 'Y', label: say.testMoney },
  ];
  return (
    <ChoiceFilter {...props} label={say.money} any={say.anyMoney} width={125} choices={choices} />
  );
}

function ClearAll({ onClick }: { onClick: () => void }) {
  const say = useMessages();
  return (
    <Button variant="default" onClick={onClick}>
      {say.clearAll}
    </Button>
  );
}
