// Figures of an app over time, a tab for each subject; the address names the tab and everything that is chosen.
import { Button, Tabs } from '@mantine/core';
import { type ComponentType, useEffect } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { PrintIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useMessages } from '../../i18n/messages.ts';
import { NotFound } from '../../layout/not-found.tsx';
import { appPath, useApp } from '../../place.tsx';
import { CohortsTab } from './cohorts-tab.tsx';
import { DefinitionsTab } from './definitions-tab.tsx';
import styles from './figures.module.css';
import { messages } from './messages.ts';
import { PayersTab } from './payers-tab.tsx';
import { RestrictionsTab } from './restrictions-tab.tsx';
import { RevenueTab } from './revenue-tab.tsx';
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
} as const satisfies Record<string, ComponentType>;

type TabName = keyof typeof TABS;

const NAMES = Object.keys(TABS) as readonly TabName[];
const FIRST: TabName = 'revenue';

export function Page() {
  const say = useMessages(messages);
  const { appid } = useApp();
  const { tab = FIRST } = useParams();
  const [, navigate] = useLocation();
  const search = useSearch();
  useLightPaper();
  const current = NAMES.find((name) => name === tab);
  if (!current) return <NotFound />;
  const Panel = TABS[current];
  const open = (name: string | null) => {
    const path = appPath(appid, name === FIRST ? '/figures' : `/figures/${name}`);
    navigate(search === '' ? path : `${path}?${search}`);
  };
  return (
    <>
      <PageTitle title={`${say.title}: ${say[current]}`}>
        <Button
          variant="default"
          leftSection={<PrintIcon size={16} />}
          className={styles.screen}
          onClick={() => window.print()}
        >
          {say.print}
        </Button>
      </PageTitle>
      <Tabs value={current} onChange={open} keepMounted={false} className="wide">
        <Tabs.List mb="lg" className={`${styles.tabs} ${styles.screen}`}>
          {NAMES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {say[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={current}>
          <Panel />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Paper is white, also for who reads white on black. */
function useLightPaper(): void {
  useEffect(() => {
    const root = document.documentElement;
    let scheme = '';
    const before = () => {
      scheme = root.dataset.mantineColorScheme ?? '';
      root.dataset.mantineColorScheme = 'light';
    };
    const after = () => {
      root.dataset.mantineColorScheme = scheme;
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
}
