// The tabs of figures; the address names the tab and everything that is chosen.
import { Button, Tabs } from '@mantine/core';
import { type ComponentType, useEffect } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { PrintIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { NotFound } from '../../layout/not-found.tsx';
import type { DEFINITIONS } from './definitions.ts';
import styles from './figures.module.css';
import { useMessages } from './messages.ts';
import { useFiguresPlace } from './place.ts';

type TabName = keyof typeof DEFINITIONS | 'definitions';

const FIRST: TabName = 'revenue';

export function FiguresTabs({
  tabs,
  title,
}: {
  tabs: Readonly<Partial<Record<TabName, ComponentType>>>;
  /** In place of “Figures”. */
  title?: string;
}) {
  const say = useMessages();
  const { path } = useFiguresPlace();
  const { tab = FIRST } = useParams();
  const [, navigate] = useLocation();
  const search = useSearch();
  useLightPaper();
  const names = Object.keys(tabs) as readonly TabName[];
  const current = names.find((name) => name === tab);
  const Panel = current && tabs[current];
  if (!current || !Panel) return <NotFound />;
  const open = (name: string | null) => {
    const to = name === FIRST ? path : `${path}/${name}`;
    navigate(search === '' ? to : `${to}?${search}`);
  };
  return (
    <>
      <PageTitle title={`${title ?? say.title}: ${say[current]}`}>
        <Button
          variant="default"
          leftSection={<PrintIcon size={16} />}
          className={styles.screen}
          onClick={() => window.print()}
        >
          {say.print}
        </Button>
      </PageTitle>
      <Tabs value={current} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg" className={`${styles.tabs} ${styles.screen}`}>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name} ref={name === current ? showTab : undefined}>
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

/** On a phone not all tabs fit. */
function showTab(tab: HTMLButtonElement | null): void {
  const list = tab?.parentElement;
  if (!tab || !list) return;
  const distance = tab.getBoundingClientRect().left - list.getBoundingClientRect().left;
  list.scrollLeft += distance - (list.clientWidth - tab.clientWidth) / 2;
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
