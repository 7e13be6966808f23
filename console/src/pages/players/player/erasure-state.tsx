// What is still under way after an erasure: since when, and what is left.
import { Alert, List, Text } from '@mantine/core';
import { AppTime } from '../../../components/app-time.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useGet } from '../../../queries.ts';
import { useWatch } from '../../../watch.ts';
import { useName } from './data.ts';
import { useMessages, useTableNames } from './personal-messages.ts';

const LOOK_EVERY_MS = 5_000;

export function ErasureState({ playerId }: { playerId: string }) {
  const say = useMessages();
  const format = useFormat();
  const names: Readonly<Record<string, string>> = useTableNames();
  const path = endpoint('/apps/{appid}/players/{player_id}/erasure', useName(playerId));
  const { data } = useGet(path);
  const isUnderWay = data !== undefined && data.state !== 'none';
  useWatch(path, LOOK_EVERY_MS, isUnderWay);
  if (!isUnderWay) return null;
  return (
    <Alert color="blue" mb="md" title={say.underWay}>
      <Text size="sm">
        {data.state === 'running' ? say.runningNow : say.waitingNow} {say.requestedAt}{' '}
        <AppTime at={data.requested_at} />.
      </Text>
      {data.tables.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            {say.left}
          </Text>
          <List size="sm">
            {data.tables.map(({ table, rows, erasure }) => (
              <List.Item key={table}>
                {names[table] ?? table}: {format.number(rows)}{' '}
                {erasure === 'rewritten' && say.withoutPlayer}
              </List.Item>
            ))}
          </List>
        </>
      )}
      {data.restricted && (
        <Text size="sm" mt="xs">
          {say.restricted}
        </Text>
      )}
    </Alert>
  );
}
