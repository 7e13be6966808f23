// A part of a page: a heading, what it is for, its content.
import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function Card({
  title,
  about,
  aside,
  children,
}: {
  title: string;
  about?: ReactNode;
  /** A badge or a button beside the heading. */
  aside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Group justify="space-between" mb={about ? 4 : 'md'}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {aside}
      </Group>
      {about && (
        <Text size="sm" c="dimmed" mb="md">
          {about}
        </Text>
      )}
      {children}
    </Paper>
  );
}
