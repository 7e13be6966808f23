// The pages one may open: of the app, of the project, of the installation.
import { NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { endpoint } from '../endpoint.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useMessages } from '../i18n/messages.ts';
import type { PageRoute } from '../page-route.ts';
import { appPath, lastApp, projectPath, usePlace } from '../place.tsx';
import { useAll } from '../queries.ts';
import type { Role } from '../records.ts';
import { isAtLeast, roleIn, useSession } from '../session.tsx';
import { messages } from './messages.ts';
import { PlaceSelector } from './place-selector.tsx';

export function Navigation({
  pages,
  onNavigate,
}: {
  pages: readonly PageRoute[];
  onNavigate: () => void;
}) {
  const say = useMessages(messages);
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

/** Where the address says nothing, the app that was looked at last stays at hand. */
function useSurroundings() {
  const place = usePlace();
  const projects = useAll(endpoint('/projects'));
  const gameIndex = place.gameIndex ?? projects.data?.[0]?.game_index;
  const apps = useAll(endpoint('/projects/{game_index}/apps', { game_index: gameIndex ?? 0 }), {
    enabled: gameIndex !== undefined,
  });
  const known = apps.data ?? [];
  const last = known.find(({ appid }) => appid === lastApp());
  return {
    projects: projects.data ?? [],
    apps: known,
    gameIndex,
    appid: place.appid ?? (last ?? known[0])?.appid,
  };
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
  const { language } = useLanguage();
  const [location] = useLocation();
  const shown = pages.flatMap(({ scope: each, path, navigation }) =>
    each === scope && navigation && isAtLeast(role, navigation.needs)
      ? [{ to: at(path), ...navigation }]
      : [],
  );
  if (shown.length === 0) return null;
  return (
    <div>
      <Text size="xs" fw={600} c="dimmed" px="sm" mb={4}>
        {title}
      </Text>
      {shown.map(({ to, label, icon: Shape }) => {
        const isHere = location === to || location.startsWith(`${to}/`);
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label[language]}
            leftSection={<Shape />}
            active={isHere}
            aria-current={isHere ? 'page' : undefined}
          />
        );
      })}
    </div>
  );
}
