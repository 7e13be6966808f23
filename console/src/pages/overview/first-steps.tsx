// What an app needs before anything can happen in it; gone once all of it is there.
import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../../components/card.tsx';
import { DoneIcon, NextIcon } from '../../components/icons.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { useMessages } from '../../i18n/messages.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { messages } from './messages.ts';

export function FirstSteps() {
  const say = useMessages(messages);
  const { appid } = useApp();
  const keys = useHasAny(endpoint('/apps/{appid}/keys', { appid }));
  const types = useHasAny(endpoint('/apps/{appid}/types', { appid }));
  const markets = useHasAny(endpoint('/apps/{appid}/markets', { appid }));
  const steps = [
    { isDone: keys, title: say.keyStep, about: say.keyAbout, page: '/settings/keys' },
    { isDone: types, title: say.typeStep, about: say.typeAbout, page: '/types/new' },
    { isDone: markets, title: say.marketStep, about: say.marketAbout, page: '/settings/markets' },
  ];
  // While it is not known that something is missing, nothing is said.
  if (steps.every(({ isDone }) => isDone !== false)) return null;
  return (
    <Card title={say.firstTitle} about={say.firstAbout}>
      <Stack gap="sm">
        {steps.map((step) => (
          <FirstStep key={step.page} {...step} isDone={step.isDone !== false} />
        ))}
      </Stack>
    </Card>
  );
}

/** Undefined while it is not known. */
function useHasAny(
  path: Endpoint<'/apps/{appid}/keys' | '/apps/{appid}/types' | '/apps/{appid}/markets'>,
): boolean | undefined {
  const { data } = useGet(path);
  return data && data.items.length > 0;
}

function FirstStep({
  isDone,
  title,
  about,
  page,
}: {
  isDone: boolean;
  title: string;
  about: string;
  page: string;
}) {
  const say = useMessages(messages);
  const can = useCan();
  const { appid } = useApp();
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ThemeIcon
          variant="light"
          color={isDone ? 'green' : 'gray'}
          radius="xl"
          aria-label={isDone ? say.done : say.open}
        >
          {isDone ? <DoneIcon size={16} /> : <NextIcon size={16} />}
        </ThemeIcon>
        <div>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        </div>
      </Group>
      {isDone ? (
        <StatusBadge tone="good">{say.done}</StatusBadge>
      ) : (
        can('admin') && (
          <Button
            component={Link}
            to={appPath(appid, page)}
            size="xs"
            flex="none"
            aria-label={`${say.go}: ${title}`}
          >
            {say.go}
          </Button>
        )
      )}
    </Group>
  );
}
