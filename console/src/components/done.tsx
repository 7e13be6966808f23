// What was done, and the way to it.
import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';

export interface DoneLink {
  readonly to: string;
  readonly label: string;
}

export function Done({ message, link }: { message: string; link: DoneLink }) {
  return (
    <Group gap="xs" component="span">
      <span>{message}</span>
      <Anchor component={Link} to={link.to} size="sm" fw={600}>
        {link.label}
      </Anchor>
    </Group>
  );
}
