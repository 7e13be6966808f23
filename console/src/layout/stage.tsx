// The frame of what comes before signing in: a card in the middle, language and appearance below it.
import { Box, Group, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { endpoint } from '../endpoint.ts';
import { useGet } from '../queries.ts';
import { Away } from './away.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import { Logo } from './logo.tsx';
import { AppearanceMenu, LanguageMenu } from './menus.tsx';

export function Stage({ children }: { children?: ReactNode }) {
  const surroundings = useGet(endpoint('/environment'));
  return (
    <Box className="stage" data-environment={surroundings.data?.environment}>
      <Box component="main" className="stage-card">
        <Group justify="space-between" mb="lg" mih={28}>
          <Logo />
          {surroundings.data && <EnvironmentBadge {...surroundings.data} />}
        </Group>
        <Paper withBorder shadow="sm" p="xl">
          <Away />
          {children}
        </Paper>
        <Group justify="center" gap="xs" mt="md">
          <LanguageMenu />
          <AppearanceMenu />
        </Group>
      </Box>
    </Box>
  );
}
