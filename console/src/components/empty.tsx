// Nothing there yet: says why, and what to do first.
import { Box, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyIcon, type Icon } from './icons.tsx';

export interface EmptyProps {
  readonly title: string;
  readonly about: ReactNode;
  readonly icon?: Icon;
  /** The button or link that is the first step. */
  readonly children?: ReactNode;
}

export function Empty({ title, about, icon: Shape = EmptyIcon, children }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py="lg" px="md" ta="center">
      <ThemeIcon size={36} radius="xl" variant="light" color="gray">
        <Shape size={18} />
      </ThemeIcon>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text c="dimmed" size="sm" maw={440}>
        {about}
      </Text>
      {children && <Box mt={6}>{children}</Box>}
    </Stack>
  );
}
