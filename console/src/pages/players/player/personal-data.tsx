// Personal data of the player, for admins: export everything, or erase the player once the id is typed.
import { Alert, Group, List, Loader, Stack, Text } from '@mantine/core';
import { call } from '../../../api.ts';
import { Card } from '../../../components/card.tsx';
import { ConfirmButton } from '../../../components/confirm.tsx';
import { DownloadButton } from '../../../components/download-button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useApp } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { useName } from './data.ts';
import { useMessages, useTableNames } from './personal-messages.ts';

export function PersonalData({ playerId }: { playerId: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const name = useName(playerId);
  return (
    <Card title={say.title} about={say.about}>
      <Group gap="sm">
        <DownloadButton
          from={endpoint('/apps/{appid}/players/{player_id}/export', name)}
          label={say.export}
        />
        <ConfirmButton
          button={{ color: 'red', variant: 'outline' }}
          title={say.question(playerId)}
          action={say.erase}
          name={playerId}
          run={() =>
            call('POST', endpoint('/apps/{appid}/players/{player_id}/erasure', name), {
              confirm: playerId,
            })
          }
          done={say.begun(playerId)}
          refreshes={[endpoint('/apps/{appid}', { appid })]}
        >
          <Plan playerId={playerId} />
        </ConfirmButton>
      </Group>
    </Card>
  );
}

type Table = Schema<'Erasure'>['tables'][number];

/** What would happen, counted now. */
function Plan({ playerId }: { playerId: string }) {
  const say = useMessages();
  const path = endpoint('/apps/{appid}/players/{player_id}/erasure', useName(playerId));
  const { data, error, refetch } = useGet(path);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loader size="sm" aria-label={say.counting} />;
  const of = (erasure: Table['erasure']) =>
    data.tables.filter((table) => table.erasure === erasure);
  return (
    <Stack gap="sm">
      {data.state !== 'none' && <Alert color="blue">{say[data.state]}</Alert>}
      <Tables title={say.deleted} tables={of('deleted')} />
      <Tables title={say.rewritten} tables={of('rewritten')} />
      {data.tables.length === 0 && <Text size="sm">{say.nothing}</Text>}
      {data.restricted && <Alert color="yellow">{say.restricted}</Alert>}
      {data.active_subscriptions > 0 && <Alert color="yellow">{say.subscribed}</Alert>}
      <Text size="sm">{say.elsewhere}</Text>
    </Stack>
  );
}

function Tables({ title, tables }: { title: string; tables: readonly Table[] }) {
  const names: Readonly<Record<string, string>> = useTableNames();
  const format = useFormat();
  if (tables.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">
        {tables.map(({ table, rows }) => (
          <List.Item key={table}>
            {names[table] ?? table}: {format.number(rows)}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
