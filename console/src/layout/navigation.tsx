// The pages one may open, by what they are for.
import { Badge, NavLink, Select, Stack, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useAttention } from '../attention.ts';
import { NextIcon } from '../components/icons.tsx';
import { ScrollBox } from '../components/scroll-box.tsx';
import { useFormat } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import { GROUPS, type Group, type PageRoute } from '../page-route.ts';
import { appPath, projectPath } from '../place.tsx';
import type { App, Project } from '../records.ts';
import { isAtLeast, roleIn, useSession } from '../session.tsx';
import { useMessages } from './messages.ts';
import { useSurroundings } from './surroundings.ts';

export function Navigation({
  pages,
  onNavigate,
}: {
  pages: readonly PageRoute[];
  onNavigate: () => void;
}) {
  const session = useSession();
  const { projects, apps, gameIndex, appid, isLoading } = useSurroundings();
  const [location] = useLocation();
  const role = gameIndex === undefined ? undefined : roleIn(session, gameIndex);
  /** Undefined where there is no such page now. */
  const toPage = ({ scope, path, navigation }: PageRoute): string | undefined => {
    const own = scope === 'installation' ? (session.owner ? 'owner' : 'viewer') : role;
    if (!navigation || !isAtLeast(own, navigation.needs ?? 'viewer')) return undefined;
    if (scope === 'app') return appid === undefined ? undefined : appPath(appid, path);
    if (scope === 'project')
      return gameIndex === undefined ? undefined : projectPath(gameIndex, path);
    return path;
  };
  const found = pages.flatMap((page) => {
    const to = toPage(page);
    if (to === undefined || !page.navigation) return [];
    return [{ ...page.navigation, to, isHere: location === to || location.startsWith(`${to}/`) }];
  });
  // All at once: what is about to be clicked is not moved by what arrives after it.
  const shown = isLoading ? [] : found;
  const list = useRef<HTMLDivElement>(null);
  const here = shown.find((each) => each.isHere)?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says when it may be out of sight
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return (
    <Stack gap="sm" h="100%">
      <PlaceSelector projects={projects} apps={apps} gameIndex={gameIndex} appid={appid} />
      <ScrollBox ref={list} flex={1}>
        {GROUPS.map((group) => (
          <Section
            key={group}
            group={group}
            items={shown.filter((each) => each.group === group)}
            onNavigate={onNavigate}
          />
        ))}
      </ScrollBox>
    </Stack>
  );
}

interface Item extends NonNullable<PageRoute['navigation']> {
  readonly to: string;
  readonly isHere: boolean;
}

/** Seldom used, so folded until one opens them. */
const FOLDED: readonly Group[] = ['setup', 'installation'];

function Section({
  group,
  items,
  onNavigate,
}: {
  group: Group;
  items: readonly Item[];
  onNavigate: () => void;
}) {
  const say = useMessages();
  const { gameIndex, appid } = useSurroundings();
  const attention = useAttention(gameIndex);
  const [isFolded, setFolded] = useLocalStorage({
    key: `tollgate.folded.${group}`,
    defaultValue: FOLDED.includes(group),
    getInitialValueInEffect: false,
  });
  if (items.length === 0) return null;
  const isOpen = !isFolded || items.some((each) => each.isHere);
  const countOf = ({ badge }: Item): number => (attention && badge?.(attention, appid)) ?? 0;
  const hidden = isOpen ? 0 : items.reduce((sum, each) => sum + countOf(each), 0);
  return (
    <>
      <UnstyledButton
        className="nav-group"
        aria-expanded={isOpen}
        onClick={() => setFolded(isOpen)}
      >
        {say[group]}
        <Count of={hidden} />
        <span className="nav-arrow" data-open={isOpen || undefined}>
          <NextIcon size={12} />
        </span>
      </UnstyledButton>
      {isOpen &&
        items.map((item) => (
          <PageLink key={item.to} item={item} count={countOf(item)} onNavigate={onNavigate} />
        ))}
    </>
  );
}

function PageLink({
  item: { to, label, icon: Shape, isHere },
  count,
  onNavigate,
}: {
  item: Item;
  count: number;
  onNavigate: () => void;
}) {
  const { language } = useLanguage();
  return (
    <NavLink
      component={Link}
      to={to}
      noWrap
      label={label[language]}
      leftSection={<Shape />}
      rightSection={count > 0 ? <Count of={count} /> : undefined}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onNavigate}
    />
  );
}

function Count({ of }: { of: number }) {
  const say = useMessages();
  const format = useFormat();
  if (of === 0) return null;
  return (
    <Badge color="red" variant="filled" size="sm" title={say.needsAttention}>
      {format.number(of)}
    </Badge>
  );
}

function PlaceSelector({
  projects,
  apps,
  gameIndex,
  appid,
}: {
  projects: readonly Project[];
  apps: readonly App[];
  gameIndex: number | undefined;
  appid: string | undefined;
}) {
  const say = useMessages();
  const [, navigate] = useLocation();
  const shared = {
    size: 'xs',
    searchable: true,
    allowDeselect: false,
    nothingFoundMessage: say.nothingFound,
  } as const;
  return (
    <Stack gap={6}>
      <Select
        {...shared}
        aria-label={say.project}
        placeholder={say.chooseProject}
        data={projects.map(({ game_index, name }) => ({
          value: String(game_index),
          label: `${name} · ${game_index}`,
        }))}
        value={gameIndex === undefined ? null : String(gameIndex)}
        onChange={(value) => value !== null && navigate(projectPath(Number(value)))}
      />
      <Select
        {...shared}
        aria-label={say.app}
        placeholder={say.chooseApp}
        disabled={apps.length === 0}
        data={apps.map(({ appid: value, name }) => ({ value, label: name }))}
        value={appid ?? null}
        onChange={(value) => value !== null && navigate(appPath(value))}
      />
    </Stack>
  );
}
