// Tabs of a page, of which the address names one; on a phone they scroll sideways.
import { Tabs } from '@mantine/core';
import { type ComponentType, useEffect, useRef } from 'react';
import type { Icon } from './icons.tsx';
import classes from './page-tabs.module.css';

export type PageTab = { readonly icon: Icon; readonly Panel: ComponentType };

export function PageTabs<Name extends string>({
  tabs,
  labels,
  current,
  onOpen,
}: {
  tabs: Readonly<Record<Name, PageTab>>;
  labels: Readonly<Record<Name, string>>;
  current: Name;
  onOpen: (name: Name) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  // The tab may lie beside the screen.
  useEffect(() => {
    const chosen = list.current?.querySelector(`[role=tab][aria-selected=true]`);
    if (current) chosen?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [current]);
  const { Panel } = tabs[current];
  return (
    <Tabs value={current} onChange={(name) => onOpen(name as Name)} keepMounted={false}>
      <Tabs.List mb="lg" className={classes.tabs} ref={list}>
        {Object.entries<PageTab>(tabs).map(([name, { icon: Shape }]) => (
          <Tabs.Tab key={name} value={name} leftSection={<Shape size={16} />}>
            {labels[name as Name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={current}>
        <Panel />
      </Tabs.Panel>
    </Tabs>
  );
}
