// Figures of a project: revenue of all its apps together, by app and by everything that revenue is split by.
import { FiguresIcon } from '../../components/icons.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { projectPath, useProject } from '../../place.tsx';
import { useAll } from '../../queries.ts';
import { wallTime } from '../../wall-time.ts';
import { DefinitionsTab } from './definitions-tab.tsx';
import { FiguresTabs } from './figures-tabs.tsx';
import { useMessages } from './messages.ts';
import { PlaceOfFigures } from './place.ts';
import { RevenueView } from './revenue-view.tsx';
import type { Abilities } from './state.ts';

const abilities: Abilities = {
  preset: '30d',
  hasSteps: true,
  splits: ['app', 'market', 'product', 'country', 'currency'],
  hasCompare: true,
  hasRates: true,
};

const TABS = { revenue: ProjectRevenue, definitions: DefinitionsTab } as const;

function useApps() {
  const { game_index } = useProject();
  return useAll(endpoint('/projects/{game_index}/apps', { game_index }));
}

export function Page() {
  const say = useMessages();
  const { game_index, name } = useProject();
  const apps = useApps();
  if (!apps.data) return <Unread query={apps} />;
  const zones = ['UTC', ...apps.data.map(({ time_zone }) => time_zone)];
  const todays = zones.map((zone) => wallTime(new Date(), zone).slice(0, 10)).toSorted();
  const place = {
    name,
    path: projectPath(game_index, '/figures'),
    at: endpoint('/projects/{game_index}/figures/revenue', { game_index }),
    timeZone: undefined,
    today: todays.at(-1) ?? '',
  };
  return (
    <PlaceOfFigures value={place}>
      <FiguresTabs tabs={TABS} title={say.projectTitle} />
    </PlaceOfFigures>
  );
}

function ProjectRevenue() {
  const say = useMessages();
  const { game_index } = useProject();
  const apps = useApps().data ?? [];
  /** Apps may share a name, but not an id. */
  const nameOf = (appid: string): string => {
    const name = apps.find((app) => app.appid === appid)?.name ?? appid;
    return apps.filter((app) => app.name === name).length > 1 ? `${name} (${appid})` : name;
  };
  return (
    <RevenueView
      abilities={abilities}
      at={endpoint('/projects/{game_index}/figures/revenue', { game_index })}
      file={endpoint('/projects/{game_index}/figures/revenue/file', { game_index })}
      appName={nameOf}
      empty={{ title: say.emptyRange, about: say.emptyProject, icon: FiguresIcon }}
    />
  );
}
