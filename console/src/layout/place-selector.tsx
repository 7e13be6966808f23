// Chooses the project and the app that the pages are about.
import { Select, Stack } from '@mantine/core';
import { useLocation } from 'wouter';
import { appPath, projectPath } from '../place.tsx';
import type { App, Project } from '../records.ts';
import { useMessages } from './messages.ts';

export function PlaceSelector({
  projects,
  apps,
  gameIndex,
  appid,
}: {
  projects: readonly Project[];
  apps: readonly App[];
  gameIndex: number | undefined;
  appid: string | undefined;
}) {
  const say = useMessages();
  const [, navigate] = useLocation();
  const shared = { searchable: true, allowDeselect: false, nothingFoundMessage: say.nothingFound };
  return (
    <Stack gap="xs">
      <Select
        {...shared}
        label={say.project}
        placeholder={say.chooseProject}
        data={projects.map(({ game_index, name }) => ({
          value: String(game_index),
          label: `${name} · ${game_index}`,
        }))}
        value={gameIndex === undefined ? null : String(gameIndex)}
        onChange={(value) => value !== null && navigate(projectPath(Number(value)))}
      />
      <Select
        {...shared}
        label={say.app}
        placeholder={say.chooseApp}
        disabled={apps.length === 0}
        data={apps.map(({ appid: value, name }) => ({ value, label: name }))}
        value={appid ?? null}
        onChange={(value) => value !== null && navigate(appPath(value))}
      />
    </Stack>
  );
}
