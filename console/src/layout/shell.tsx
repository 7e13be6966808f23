// What surrounds every page of signed-in people: header, navigation, and the page itself.
import { ActionIcon, Alert, Anchor, AppShell, Burger, Group, Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAttention } from '../attention.ts';
import { WarningIcon } from '../components/icons.tsx';
import { useFormat } from '../i18n/format.ts';
import type { PageRoute } from '../page-route.ts';
import { projectPath } from '../place.tsx';
import { useSession } from '../session.tsx';
import { Away } from './away.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import { Logo } from './logo.tsx';
import { AccountMenu, AppearanceMenu, LanguageMenu } from './menus.tsx';
import { useMessages } from './messages.ts';
import { Navigation } from './navigation.tsx';
import { Search } from './search/search.tsx';
import { useSurroundings } from './surroundings.ts';

const CONTENT = 'content';

export function Shell({ pages, children }: { pages: readonly PageRoute[]; children: ReactNode }) {
  const say = useMessages();
  const session = useSession();
  const [opened, { toggle, close }] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 228, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a className="skip" href={`#${CONTENT}`}>
        {say.skip}
      </a>
      <AppShell.Header className="header" data-environment={session.environment}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="md" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? say.closeMenu : say.openMenu}
              aria-expanded={opened}
            />
            <Link to="/" className="home" aria-label="Tollgate">
              <Logo isShort />
            </Link>
            <EnvironmentBadge {...session} />
          </Group>
          <Group gap={4} wrap="nowrap">
            <Search pages={pages} />
            <AlertsLink />
            <LanguageMenu />
            <AppearanceMenu />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={say.navigation}>
        <Navigation pages={pages} onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id={CONTENT} tabIndex={-1}>
        <div className="content">
          <Away />
          {session.second_factor_required && <SecondFactorNeeded />}
          {children}
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

/** Otherwise people would only see that their projects are missing. */
function SecondFactorNeeded() {
  const say = useMessages();
  return (
    <Alert color="yellow" icon={<WarningIcon />} mb="lg" title={say.factorNeeded}>
      {say.factorNeededAbout}{' '}
      <Anchor component={Link} to="/account" size="sm" fw={600} c="inherit" underline="always">
        {say.setUpFactor}
      </Anchor>
    </Alert>
  );
}

function AlertsLink() {
  const say = useMessages();
  const format = useFormat();
  const { gameIndex } = useSurroundings();
  const open = useAttention(gameIndex)?.alerts ?? 0;
  if (gameIndex === undefined) return null;
  return (
    <Indicator
      label={format.number(open)}
      size={16}
      offset={6}
      color="red"
      disabled={open === 0}
      // On a phone there is room for it only when it says something.
      {...(open === 0 && { visibleFrom: 'xs' })}
    >
      <ActionIcon
        component={Link}
        to={projectPath(gameIndex, '/alerts')}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={open === 0 ? say.alerts : say.openAlerts(format.number(open))}
      >
        <WarningIcon />
      </ActionIcon>
    </Indicator>
  );
}
