// What is wrong now, before any figure: dead letters, and markets that refuse or do not answer.
import { Alert, Anchor, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { deadLettersIn, useAttention } from '../../attention.ts';
import { WarningIcon } from '../../components/icons.tsx';
import { Time } from '../../components/time.tsx';
import { useFormat } from '../../i18n/format.ts';
import { appPath, projectPath, useApp } from '../../place.tsx';
import { useMarketNames } from '../../sales/messages.ts';
import { useMessages } from './attention-messages.ts';

export function AttentionNotes() {
  const say = useMessages();
  const names = useMarketNames();
  const format = useFormat();
  const { appid, game_index } = useApp();
  const attention = useAttention(game_index);
  if (!attention) return null;
  const letters = deadLettersIn(attention);
  const markets = attention.markets.filter((each) => each.appid === appid);
  if (letters === 0 && markets.length === 0) return null;
  return (
    <Stack gap="sm">
      {letters > 0 && (
        <Note to={projectPath(game_index, '/notifications')} action={say.toLetters}>
          {say.letters(letters, format.number(letters))}
        </Note>
      )}
      {markets.map(({ market, refused_since, failing_since }) => (
        <Note key={market} to={appPath(appid, '/settings/markets')} action={say.toMarkets}>
          {refused_since === null ? say.failing(names[market]) : say.refused(names[market])}{' '}
          {say.since} <Time at={refused_since ?? failing_since ?? ''} />.
        </Note>
      ))}
    </Stack>
  );
}

function Note({ to, action, children }: { to: string; action: string; children: ReactNode }) {
  return (
    <Alert color="red" icon={<WarningIcon />} py="sm">
      {children}{' '}
      <Anchor component={Link} to={to} size="sm" fw={600} c="inherit" underline="always">
        {action}
      </Anchor>
    </Alert>
  );
}
