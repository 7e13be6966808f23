// The way to the market settings, where everything that is sold begins.
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useWords } from '../i18n/words.ts';
import { appPath, useApp } from '../place.tsx';
import { words } from './words.ts';

export function ToMarkets() {
  const say = useWords(words);
  const { appid } = useApp();
  return (
    <Button component={Link} to={appPath(appid, '/settings/markets')} variant="default" mt="sm">
      {say.toMarkets}
    </Button>
  );
}
