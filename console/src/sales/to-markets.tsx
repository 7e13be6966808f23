// A link to the market settings.
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { appPath, useApp } from '../place.tsx';
import { useMessages } from './messages.ts';

export function ToMarkets() {
  const say = useMessages();
  const { appid } = useApp();
  return (
    <Button component={Link} to={appPath(appid, '/settings/markets')} variant="default" mt="sm">
      {say.toMarkets}
    </Button>
  );
}
