// Nothing there yet: says why, and what to do first.
import { Box, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
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
    <Stack align="center" gap={4} py="md" px="md" ta="center">
      <Group gap={8} justify="center" wrap="nowrap">
        <ThemeIcon size={20} variant="transparent" color="gray">
          <Shape size={18} />
        </ThemeIcon>
        <Title order={2} size="h6">
          {title}
        </Title>
      </Group>
      <Text c="dimmed" size="sm" maw={560}>
        {about}
      </Text>
      {children && <Box mt={6}>{children}</Box>}
    </Stack>
  );
}
