// Subscriptions over time: how many, what happened to them, and MRR with its movement.
import { SubscriptionsIcon } from '../../components/icons.tsx';
import { endpoint } from '../../endpoint.ts';
import { useApp } from '../../place.tsx';
import { microsOf } from '../../sales/decimal.ts';
import { LeftOut } from './coverage.tsx';
import { Frame, useFigures } from './frame.tsx';
import { useMessages } from './messages.ts';
import { queryOf } from './periods.ts';
import { type Abilities, useFiguresState } from './state.ts';
import { isQuiet, SubscriptionCharts, SubscriptionTiles } from './subscription-figures.tsx';

const abilities: Abilities = { preset: '30d', hasSteps: true, hasCompare: true };

export function SubscriptionsTab() {
  const say = useMessages();
  const { appid } = useApp();
  const state = useFiguresState(abilities);
  const { range, compared } = state;
  const at = endpoint('/apps/{appid}/figures/subscriptions', { appid });
  const answer = useFigures(at, state);
  const { data } = answer;
  const own = [
    ...new Set(data?.items.flatMap(({ mrr }) => mrr.map(({ currency }) => currency)) ?? []),
  ];
  const shown = own.includes(state.currency) ? state.currency : (own[0] ?? '');
  const figures = range &&
    data && {
      range,
      compared,
      items: data.items,
      other: data.compared?.items,
      coverage: {
        currency: shown,
        isConverted: false,
        leftOut: (data.items.at(-1)?.mrr ?? [])
          .filter(({ currency, mrr }) => currency !== shown && microsOf(mrr) !== 0n)
          .map(({ currency, mrr }) => ({ currency, amount: microsOf(mrr) })),
      },
    };
  return (
    <Frame
      state={state}
      abilities={abilities}
      answer={answer}
      currencies={{ own, shown }}
      isEmpty={data?.items.every(isQuiet) === true}
      empty={{
        title: say.noSubscriptions,
        about: say.noSubscriptionsAbout,
        icon: SubscriptionsIcon,
      }}
    >
      {figures && (
        <>
          <LeftOut {...figures.coverage} />
          <SubscriptionTiles {...figures} />
          <SubscriptionCharts
            {...figures}
            file={{
              at: endpoint('/apps/{appid}/figures/subscriptions/file', { appid }),
              query: queryOf(range),
            }}
          />
        </>
      )}
    </Frame>
  );
}
