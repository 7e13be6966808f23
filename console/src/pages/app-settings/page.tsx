// Settings of an app, a tab for each noun; the address names the tab.
import { useLocation, useParams } from 'wouter';
import {
  ClientsIcon,
  KeysIcon,
  MarketsIcon,
  ProductsIcon,
  ServersIcon,
  SettingsIcon,
} from '../../components/icons.tsx';
import { type PageTab, PageTabs } from '../../components/page-tabs.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { NotFound } from '../../layout/not-found.tsx';
import { appPath, useApp } from '../../place.tsx';
import { Clients } from './clients/clients.tsx';
import { General } from './general/general.tsx';
import { Keys } from './keys/keys.tsx';
import { Markets } from './markets/markets.tsx';
import { useMessages } from './messages.ts';
import { Products } from './products/products.tsx';
import { Servers } from './servers/servers.tsx';

const TABS = {
  keys: { icon: KeysIcon, Panel: Keys },
  clients: { icon: ClientsIcon, Panel: Clients },
  markets: { icon: MarketsIcon, Panel: Markets },
  products: { icon: ProductsIcon, Panel: Products },
  servers: { icon: ServersIcon, Panel: Servers },
  general: { icon: SettingsIcon, Panel: General },
} as const satisfies Record<string, PageTab>;

type TabName = keyof typeof TABS;

const NAMES = Object.keys(TABS) as readonly TabName[];
const FIRST: TabName = 'keys';

export function Page() {
  const say = useMessages();
  const app = useApp();
  const { tab = FIRST } = useParams();
  const [, navigate] = useLocation();
  const current = NAMES.find((name) => name === tab);
  if (!current) return <NotFound />;
  const open = (name: TabName) =>
    navigate(appPath(app.appid, name === FIRST ? '/settings' : `/settings/${name}`));
  return (
    <>
      <PageTitle title={say.title} about={say.about(app.name, app.appid)} />
      <PageTabs tabs={TABS} labels={say} current={current} onOpen={open} />
    </>
  );
}
