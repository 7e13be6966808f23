// Revenue of an app over time; bars lead to its purchases.
import { endpoint } from '../../endpoint.ts';
import { useApp } from '../../place.tsx';
import { RevenueView } from './revenue-view.tsx';
import type { Abilities } from './state.ts';

const abilities: Abilities = {
  preset: '30d',
  hasSteps: true,
  hasHours: true,
  splits: ['market', 'product', 'country'],
  hasCompare: true,
  hasRates: true,
};

export function RevenueTab() {
  const { appid } = useApp();
  return (
    <RevenueView
      abilities={abilities}
      at={endpoint('/apps/{appid}/figures/revenue', { appid })}
      file={endpoint('/apps/{appid}/figures/revenue/file', { appid })}
      appid={appid}
    />
  );
}
