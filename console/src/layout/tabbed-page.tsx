// A page with tabs, of which the address names one; on a phone they scroll sideways.
import { Tabs } from '@mantine/core';
import { type ComponentType, useEffect, useRef } from 'react';
import { useLocation, useParams } from 'wouter';
import type { Icon } from '../components/icons.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { NotFound } from './not-found.tsx';
import classes from './tabbed-page.module.css';

export function TabbedPage<Name extends string>({
  title,
  about,
  path,
  tabs,
  labels,
}: {
  title: string;
  about: string;
  /** Where the first tab lies; the others are below. */
  path: string;
  tabs: Readonly<Record<Name, { readonly icon: Icon; readonly Panel: ComponentType }>>;
  labels: Readonly<Record<NoInfer<Name>, string>>;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  const names = Object.keys(tabs) as Name[];
  const { tab = names[0] } = useParams();
  const current = names.find((name) => name === tab);
  // The tab may lie beside the screen.
  useEffect(() => {
    const chosen = list.current?.querySelector(`[role=tab][aria-selected=true]`);
    if (current) chosen?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [current]);
  if (!current) return <NotFound />;
  const { Panel } = tabs[current];
  const open = (name: string | null) => navigate(name === names[0] ? path : `${path}/${name}`);
  return (
    <>
      <PageTitle title={title} about={about} />
      <Tabs value={current} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg" className={classes.tabs} ref={list}>
          {names.map((name) => {
            const { icon: Shape } = tabs[name];
            return (
              <Tabs.Tab key={name} value={name} leftSection={<Shape size={16} />}>
                {labels[name]}
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
