// There is no type yet, without which nobody can be restricted: leads to where one is made.
import { Alert, Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useMessages } from '../i18n/messages.ts';
import { appPath, useApp } from '../place.tsx';
import { messages } from './messages.ts';

export function NoTypes() {
  const say = useMessages(messages);
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
