// Figures of an app over time, a tab for each subject.
import { endpoint } from '../../endpoint.ts';
import { appPath, useApp } from '../../place.tsx';
import { wallTime } from '../../wall-time.ts';
import { CohortsTab } from './cohorts-tab.tsx';
import { DefinitionsTab } from './definitions-tab.tsx';
import { FiguresTabs } from './figures-tabs.tsx';
import { PayersTab } from './payers-tab.tsx';
import { PlaceOfFigures } from './place.ts';
import { RestrictionsTab } from './restrictions-tab.tsx';
import { RevenueView } from './revenue-view.tsx';
import type { Abilities } from './state.ts';
import { SubscriptionsTab } from './subscriptions-tab.tsx';
import { VerificationTab } from './verification-tab.tsx';

/** A new subject is a line here, its name in the messages, and its definitions. */
const TABS = {
  revenue: RevenueTab,
  payers: PayersTab,
  subscriptions: SubscriptionsTab,
  cohorts: CohortsTab,
  verification: VerificationTab,
  restrictions: RestrictionsTab,
  definitions: DefinitionsTab,
} as const;

export function Page() {
  const { appid, name, time_zone: timeZone } = useApp();
  const place = {
    name,
    path: appPath(appid, '/figures'),
    at: endpoint('/apps/{appid}', { appid }),
    timeZone,
    today: wallTime(new Date(), timeZone).slice(0, 10),
  };
  return (
    <PlaceOfFigures value={place}>
      <FiguresTabs tabs={TABS} />
    </PlaceOfFigures>
  );
}

const abilities: Abilities = {
  preset: '30d',
  hasSteps: true,
  hasHours: true,
  splits: ['market', 'product', 'country'],
  hasCompare: true,
  hasRates: true,
};

function RevenueTab() {
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
