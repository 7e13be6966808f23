// There is no type yet, without which nobody can be restricted: leads to where one is made.
import { Alert, Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { appPath, useApp } from '../place.tsx';
import { useMessages } from './messages.ts';

export function NoTypes() {
  const say = useMessages();
  const { appid } = useApp();
  return (
    <Alert color="yellow">
      {say.noTypes}{' '}
      <Anchor component={Link} to={appPath(appid, '/types')} size="sm">
        {say.types}
      </Anchor>
    </Alert>
  );
}
