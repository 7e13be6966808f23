// Settings of an app, a tab for each noun; the address names the tab.
import {
  ClientsIcon,
  ConsentIcon,
  KeysIcon,
  MarketsIcon,
  ProductsIcon,
  ServersIcon,
  SettingsIcon,
} from '../../components/icons.tsx';
import { TabbedPage } from '../../layout/tabbed-page.tsx';
import { appPath, useApp } from '../../place.tsx';
import { Clients } from './clients/clients.tsx';
import { Consent } from './consent/consent.tsx';
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
  consent: { icon: ConsentIcon, Panel: Consent },
  general: { icon: SettingsIcon, Panel: General },
} as const;

export function Page() {
  const say = useMessages();
  const { appid, name } = useApp();
  return (
    <TabbedPage
      title={say.title}
      about={say.about(name, appid)}
      path={appPath(appid, '/settings')}
      tabs={TABS}
      labels={say}
    />
  );
}
