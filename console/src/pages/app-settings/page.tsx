// Settings of an app, a tab for each noun; the address names the tab.
import { Tabs } from '@mantine/core';
import { type ComponentType, useEffect, useRef } from 'react';
import { useLocation, useParams } from 'wouter';
import {
  ClientsIcon,
  type Icon,
  KeysIcon,
  MarketsIcon,
  ProductsIcon,
  ServersIcon,
  SettingsIcon,
} from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useMessages } from '../../i18n/messages.ts';
import { NotFound } from '../../layout/not-found.tsx';
import { appPath, useApp } from '../../place.tsx';
import { Clients } from './clients/clients.tsx';
import { General } from './general/general.tsx';
import { Keys } from './keys/keys.tsx';
import { Markets } from './markets/markets.tsx';
import { messages } from './messages.ts';
import classes from './page.module.css';
import { Products } from './products/products.tsx';
import { Servers } from './servers/servers.tsx';

const TABS = {
  keys: { icon: KeysIcon, Panel: Keys },
  clients: { icon: ClientsIcon, Panel: Clients },
  markets: { icon: MarketsIcon, Panel: Markets },
  products: { icon: ProductsIcon, Panel: Products },
  servers: { icon: ServersIcon, Panel: Servers },
  general: { icon: SettingsIcon, Panel: General },
} as const satisfies Record<string, { icon: Icon; Panel: ComponentType }>;

type TabName = keyof typeof TABS;

const NAMES = Object.keys(TABS) as readonly TabName[];
const FIRST: TabName = 'keys';

export function Page() {
  const say = useMessages(messages);
  const app = useApp();
  const { tab = FIRST } = useParams();
  const [, navigate] = useLocation();
  const current = NAMES.find((name) => name === tab);
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tab may lie beside the screen.
  useEffect(() => {
    const chosen = list.current?.querySelector(`[role=tab][aria-selected=true]`);
    if (current) chosen?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [current]);
  if (!current) return <NotFound />;
  const { Panel } = TABS[current];
  const open = (name: string | null) =>
    navigate(appPath(app.appid, name === FIRST ? '/settings' : `/settings/${name}`));
  return (
    <>
      <PageTitle title={say.title} about={say.about(app.name, app.appid)} />
      <Tabs value={current} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg" className={classes.tabs} ref={list}>
          {NAMES.map((name) => {
            const Shape = TABS[name].icon;
            return (
              <Tabs.Tab key={name} value={name} leftSection={<Shape size={16} />}>
                {say[name]}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        <Tabs.Panel value={current}>
          <Panel />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
