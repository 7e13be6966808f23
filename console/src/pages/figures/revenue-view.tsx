// Reads revenue, of an app or of a project, as the controls say.
import type { EmptyProps } from '../../components/empty.tsx';
import type { Endpoint } from '../../endpoint.ts';
import { useGet } from '../../queries.ts';
import type { File } from './figure-chart.tsx';
import { Frame, useFigures } from './frame.tsx';
import { queryOf } from './periods.ts';
import { currenciesOf } from './revenue.ts';
import { RevenueFigures } from './revenue-figures.tsx';
import { type Abilities, useFiguresState } from './state.ts';

type RevenuePath = '/apps/{appid}/figures/revenue' | '/projects/{game_index}/figures/revenue';

export function RevenueView({
  abilities,
  at,
  file,
  empty,
  ...rest
}: {
  abilities: Abilities;
  at: Endpoint<RevenuePath>;
  file: File['at'];
  empty?: EmptyProps;
  appid?: string;
  appName?: (appid: string) => string;
}) {
  const state = useFiguresState(abilities);
  const { range, by, into } = state;
  const plain = useGet(at, { ...queryOf(range), currency: '' }, { enabled: range !== undefined });
  const total = useFigures(at, state, { currency: into });
  const split = useGet(
    at,
    { ...queryOf(range), currency: into, by: by ?? '' },
    { enabled: range !== undefined && by !== undefined },
  );
  const own = plain.data ? currenciesOf(plain.data) : [];
  const shown = into || (own.includes(state.currency) ? state.currency : (own[0] ?? ''));
  return (
    <Frame
      state={state}
      abilities={abilities}
      answer={total}
      currencies={{ own, reporting: plain.data?.reporting ?? [], shown }}
      isEmpty={total.data?.totals.length === 0}
      empty={empty}
    >
      {range && total.data && (
        <RevenueFigures
          {...rest}
          state={state}
          range={range}
          currency={shown}
          total={total.data}
          split={by && split.data}
          file={{ at: file, query: { ...queryOf(range), currency: into, by } }}
        />
      )}
    </Frame>
  );
}
