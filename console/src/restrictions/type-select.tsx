// Chooses a restriction type of the app; its value is the number as text.
import { Alert, Anchor, Select, type SelectProps } from '@mantine/core';
import { Link } from 'wouter';
import { appPath, useApp } from '../place.tsx';
import { useMessages } from './messages.ts';
import { useTypeName } from './terms.tsx';
import { useTypes } from './types.ts';

export function TypeSelect(props: Omit<SelectProps, 'data'>) {
  const nameOf = useTypeName();
  const types = useTypes();
  return (
    <Select
      searchable
      data={(types.data?.items ?? []).map((type) => ({
        value: String(type.block_type),
        label: `${type.block_type} · ${nameOf(type)}`,
      }))}
      {...props}
    />
  );
}

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
