// A link to the market settings.
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useMessages } from '../i18n/messages.ts';
import { appPath, useApp } from '../place.tsx';
import { messages } from './messages.ts';

export function ToMarkets() {
  const say = useMessages(messages);
  const { appid } = useApp();
  return (
    <Button component={Link} to={appPath(appid, '/settings/markets')} variant="default" mt="sm">
      {say.toMarkets}
    </Button>
  );
}
