// What an app needs until its server can call: done or still to do, each with the way there.
import { Anchor, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../../components/card.tsx';
import { DoneIcon, NextIcon } from '../../components/icons.tsx';
import { endpoint } from '../../endpoint.ts';
import { useMessages } from '../../i18n/messages.ts';
import { appPath, projectPath } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useReceiver } from '../../receivers.ts';
import type { App } from '../../records.ts';
import { messages } from './messages.ts';

interface Some {
  readonly items: readonly unknown[];
}

interface Step {
  readonly isDone: boolean;
  readonly title: string;
  readonly about?: string;
  readonly to?: string;
}

/** Nothing when everything is done, or before that is known. */
export function FirstSteps({ app: { appid, game_index, name } }: { app: App }) {
  const say = useMessages(messages);
  const keys = useGet(endpoint('/apps/{appid}/keys', { appid }));
  const clients = useGet(endpoint('/projects/{game_index}/clients', { game_index }));
  const markets = useGet(endpoint('/apps/{appid}/markets', { appid }));
  const server = useReceiver(game_index, 'restriction');
  if (!keys.data || !clients.data || !markets.data || !server.data) return null;
  const hasSome = ({ items }: Some) => items.length > 0;
  const steps: readonly Step[] = [
    { isDone: true, title: say.stepApp },
    {
      isDone: hasSome(keys.data),
      title: say.stepKey,
      about: say.stepKeyAbout,
      to: appPath(appid, '/settings'),
    },
    {
      isDone: hasSome(clients.data),
      title: say.stepClient,
      about: say.stepClientAbout,
      to: appPath(appid, '/settings/clients'),
    },
    {
      isDone: hasSome(markets.data),
      title: say.stepMarket,
      about: say.stepMarketAbout,
      to: appPath(appid, '/settings/markets'),
    },
    {
      isDone: server.data.url !== null,
      title: say.stepServer,
      about: say.stepServerAbout,
      to: projectPath(game_index, '/connections'),
    },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <Card
      title={say.steps}
      about={say.stepsAbout(name)}
      aside={
        <Text size="sm" c="dimmed">
          {say.progress(done, steps.length)}
        </Text>
      }
    >
      <Stack component="ol" gap="sm" m={0} p={0}>
        {steps.map((step) => (
          <StepLine key={step.title} {...step} />
        ))}
      </Stack>
    </Card>
  );
}

function StepLine({ isDone, title, about, to }: Step) {
  const say = useMessages(messages);
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start" display="flex">
      <ThemeIcon
        size={24}
        radius="xl"
        variant={isDone ? 'filled' : 'light'}
        color={isDone ? 'pine' : 'gray'}
        aria-label={isDone ? say.done : undefined}
        role={isDone ? 'img' : undefined}
      >
        {isDone ? <DoneIcon size={14} /> : <NextIcon size={14} />}
      </ThemeIcon>
      <div>
        {isDone || to === undefined ? (
          <Text size="sm" c="dimmed">
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
