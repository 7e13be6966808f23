// The pages one may open: of the app, of the project, of the installation.
import { Badge, NavLink, ScrollArea, Select, Stack, Text } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { useAttention } from '../attention.ts';
import { useFormat } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import type { PageRoute } from '../page-route.ts';
import { appPath, projectPath } from '../place.tsx';
import type { App, Project, Role } from '../records.ts';
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
  const say = useMessages();
  const session = useSession();
  const { projects, apps, gameIndex, appid } = useSurroundings();
  const role = gameIndex === undefined ? undefined : roleIn(session, gameIndex);
  return (
    <Stack gap="lg" h="100%">
      <PlaceSelector projects={projects} apps={apps} gameIndex={gameIndex} appid={appid} />
      <ScrollArea flex={1} type="auto" offsetScrollbars="present">
        <Stack gap="lg" onClick={onNavigate}>
          {appid !== undefined && (
            <Section
              pages={pages}
              title={say.app}
              scope="app"
              role={role}
              at={(page) => appPath(appid, page)}
            />
          )}
          {gameIndex !== undefined && (
            <Section
              pages={pages}
              title={say.project}
              scope="project"
              role={role}
              at={(page) => projectPath(gameIndex, page)}
            />
          )}
          <Section
            pages={pages}
            title={say.installation}
            scope="installation"
            role={session.owner ? 'owner' : 'viewer'}
            at={(page) => page}
          />
        </Stack>
      </ScrollArea>
    </Stack>
  );
}

function Section({
  pages,
  title,
  scope,
  role,
  at,
}: {
  pages: readonly PageRoute[];
  title: string;
  scope: PageRoute['scope'];
  role: Role | undefined;
  at: (page: string) => string;
}) {
  const say = useMessages();
  const format = useFormat();
  const { language } = useLanguage();
  const { gameIndex, appid } = useSurroundings();
  const attention = useAttention(gameIndex);
  const [location] = useLocation();
  const shown = pages.flatMap(({ scope: each, path, navigation }) =>
    each === scope && navigation && isAtLeast(role, navigation.needs ?? 'viewer')
      ? [{ to: at(path), ...navigation }]
      : [],
  );
  if (shown.length === 0) return null;
  return (
    <div>
      <Text size="xs" fw={600} c="dimmed" px="sm" mb={4}>
        {title}
      </Text>
      {shown.map(({ to, label, icon: Shape, badge }) => {
        const isHere = location === to || location.startsWith(`${to}/`);
        const count = (attention && badge?.(attention, appid)) ?? 0;
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label[language]}
            leftSection={<Shape />}
            rightSection={
              count > 0 && (
                <Badge color="red" variant="filled" size="sm" title={say.needsAttention}>
                  {format.number(count)}
                </Badge>
              )
            }
            active={isHere}
            aria-current={isHere ? 'page' : undefined}
          />
        );
      })}
    </div>
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
  const shared = { searchable: true, allowDeselect: false, nothingFoundMessage: say.nothingFound };
  return (
    <Stack gap="xs">
      <Select
        {...shared}
        label={say.project}
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
        label={say.app}
        placeholder={say.chooseApp}
        disabled={apps.length === 0}
        data={apps.map(({ appid: value, name }) => ({ value, label: name }))}
        value={appid ?? null}
        onChange={(value) => value !== null && navigate(appPath(value))}
      />
    </Stack>
  );
}
