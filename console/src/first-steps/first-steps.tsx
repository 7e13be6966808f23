// What an app needs until it is set up: one list, wherever it is shown; gone once everything is done.
import { Anchor, Group, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../components/card.tsx';
import { DoneIcon, NextIcon } from '../components/icons.tsx';
import { endpoint } from '../endpoint.ts';
import { appPath, projectPath, useCan } from '../place.tsx';
import { useGet } from '../queries.ts';
import { useReceiver } from '../receivers.ts';
import type { App } from '../records.ts';
import { useMessages } from './messages.ts';

interface Some {
  readonly items: readonly unknown[];
}

interface Step {
  readonly isDone: boolean;
  readonly title: string;
  readonly about?: string;
  readonly to?: string;
}

/** Undefined until everything is known. */
function useSteps({ appid, game_index }: App): readonly Step[] | undefined {
  const say = useMessages();
  const keys = useGet(endpoint('/apps/{appid}/keys', { appid }));
  const clients = useGet(endpoint('/projects/{game_index}/clients', { game_index }));
  const types = useGet(endpoint('/apps/{appid}/types', { appid }));
  const markets = useGet(endpoint('/apps/{appid}/markets', { appid }));
  const server = useReceiver(game_index, 'restriction');
  if (!keys.data || !clients.data || !types.data || !markets.data || !server.data) return undefined;
  const hasSome = ({ items }: Some) => items.length > 0;
  return [
    { isDone: true, title: say.app },
    {
      isDone: hasSome(keys.data),
      title: say.key,
      about: say.keyAbout,
      to: appPath(appid, '/settings/keys'),
    },
    {
      isDone: hasSome(clients.data),
      title: say.client,
      about: say.clientAbout,
      to: appPath(appid, '/settings/clients'),
    },
    {
      isDone: hasSome(types.data),
      title: say.type,
      about: say.typeAbout,
      to: appPath(appid, '/types/new'),
    },
    {
      isDone: hasSome(markets.data),
      title: say.market,
      about: say.marketAbout,
      to: appPath(appid, '/settings/markets'),
    },
    {
      isDone: server.data.url !== null,
      title: say.server,
      about: say.serverAbout,
      to: projectPath(game_index, '/connections'),
    },
  ];
}

/** Nothing when everything is done, or before that is known. */
export function FirstSteps({ app }: { app: App }) {
  const say = useMessages();
  const mayChange = useCan()('admin');
  const steps = useSteps(app) ?? [];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <Card
      title={say.title}
      about={say.about(app.name)}
      aside={
        <Text size="sm" c="dimmed">
          {say.progress(done, steps.length)}
        </Text>
      }
    >
      <SimpleGrid component="ol" cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" m={0} p={0}>
        {steps.map((step) => (
          <StepLine key={step.title} {...step} mayChange={mayChange} />
        ))}
      </SimpleGrid>
    </Card>
  );
}

function StepLine({ isDone, title, about, to, mayChange }: Step & { mayChange: boolean }) {
  const say = useMessages();
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start" display="flex">
      <ThemeIcon
        size={20}
        radius="xl"
        variant={isDone ? 'filled' : 'light'}
        color={isDone ? 'pine' : 'gray'}
        aria-label={isDone ? say.done : undefined}
        role={isDone ? 'img' : undefined}
      >
        {isDone ? <DoneIcon size={12} /> : <NextIcon size={12} />}
      </ThemeIcon>
      <div>
        {isDone || to === undefined || !mayChange ? (
          <Text size="sm" c={isDone ? 'dimmed' : undefined}>
            {title}
          </Text>
        ) : (
          <Anchor component={Link} to={to} size="sm" fw={600}>
            {title}
          </Anchor>
        )}
        {!isDone && (
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        )}
      </div>
    </Group>
  );
}
