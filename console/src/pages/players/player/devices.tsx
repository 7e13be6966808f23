// Accounts and devices of the player, the others on the same devices, and the logins.
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import { AppTime } from '../../../components/app-time.tsx';
import { Card } from '../../../components/card.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { Unread } from '../../../components/unread.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { appPath, useApp } from '../../../place.tsx';
import { useKeyset } from '../../../queries.ts';
import { useAccounts, useDevices, useName } from './data.ts';
import { useMessages } from './messages.ts';

export function AccountsCard({ playerId }: { playerId: string }) {
  const say = useMessages();
  const accounts = useAccounts(playerId);
  return (
    <Card title={say.accounts}>
      {!accounts.data && <Unread query={accounts} height={40} />}
      <Stack gap="xs">
        {accounts.data?.items.map(({ account_uuid, linked_at }) => (
          <div key={account_uuid}>
            <Group gap={4} wrap="nowrap">
              <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                {account_uuid}
              </Text>
              <CopyButton text={account_uuid} />
            </Group>
            <Text size="xs" c="dimmed">
              {linked_at === null ? (
                say.derived
              ) : (
                <>
                  {say.linked} · <AppTime at={linked_at} />
                </>
              )}
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  );
}

type Device = Schema<'PlayerDevice'>;

export function Devices({ player }: { player: Schema<'Player'> }) {
  const playerId = String(player.player_id);
  const say = useMessages();
  const format = useFormat();
  const devices = useDevices(playerId);
  const [isShown, { open }] = useDisclosure(false);
  const items = devices.data?.items;
  const columns: readonly Column<Device>[] = [
    {
      label: say.device,
      cell: ({ did, logged_in }) => (
        <Group gap={6} wrap="nowrap">
          <Text size="xs" ff="monospace">
            {String(did)}
          </Text>
          {logged_in && <StatusBadge tone="good">{say.loggedIn}</StatusBadge>}
          <Restrictedness player={player} did={String(did)} />
        </Group>
      ),
    },
    { label: say.logins, align: 'right', cell: ({ logins }) => format.number(logins) },
    {
      label: say.lastLogin,
      cell: ({ last_login_at }) => <AppTime at={last_login_at} />,
    },
    { label: say.others, cell: (device) => <Others device={device} /> },
  ];
  return (
    <Card
      title={say.devices}
      aside={
        items?.[0] &&
        !isShown && (
          <Button size="xs" variant="default" onClick={open}>
            {say.showLogins}
          </Button>
        )
      }
    >
      {items?.length === 0 ? (
        <Text size="sm">{say.noDevices}</Text>
      ) : (
        <DataTable
          label={say.devices}
          columns={columns}
          source={devices}
          rowKey={({ did }) => String(did)}
        />
      )}
      {isShown && <Logins playerId={playerId} />}
    </Card>
  );
}

/** With whom the device is restricted. */
function Restrictedness({ player, did }: { player: Schema<'Player'>; did: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const { with_devices: own = [], by_device: met = [] } = player;
  return (
    <>
      {own.some((each) => String(each) === did) && (
        <StatusBadge tone="bad">{say.includedDevice}</StatusBadge>
      )}
      {met
        .filter((each) => String(each.did) === did)
        .map(({ player_id }) => (
          <Anchor
            key={String(player_id)}
            component={Link}
            to={appPath(appid, `/players/${player_id}`)}
            size="xs"
          >
            {say.metDevice(String(player_id))}
          </Anchor>
        ))}
    </>
  );
}

function Others({ device }: { device: Device }) {
  const say = useMessages();
  const { appid } = useApp();
  const { language } = useLanguage();
  const { other_players: players, has_more_players: hasMore } = device;
  if (players.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {say.nobody}
      </Text>
    );
  }
  return (
    <Group gap="4px 12px">
      {players.map(({ player_id, restriction }) => (
        <Group key={String(player_id)} gap={6}>
          <Anchor component={Link} to={appPath(appid, `/players/${player_id}`)} size="sm">
            {String(player_id)}
          </Anchor>
          {restriction && (
            <Badge color="red" tt="none">
              {say.restrictedAs(
                language === 'ko' ? restriction.type_name : restriction.type_en_name,
              )}
            </Badge>
          )}
        </Group>
      ))}
      {hasMore && (
        <Text size="sm" c="dimmed">
          {say.more}
        </Text>
      )}
    </Group>
  );
}

type Login = Schema<'PlayerLogin'>;

function Logins({ playerId }: { playerId: string }) {
  const say = useMessages();
  const path = endpoint('/apps/{appid}/players/{player_id}/logins', useName(playerId));
  const source = useKeyset(path, { limit: 10 });
  const columns: readonly Column<Login>[] = [
    {
      label: say.loggedInAt,
      cell: ({ logged_in_at }) => <AppTime at={logged_in_at} />,
    },
    {
      label: say.loggedOutAt,
      cell: ({ logged_out_at: at }) => (at === null ? say.still : <AppTime at={at} />),
    },
    {
      label: say.device,
      cell: ({ did }) => (
        <Text size="xs" ff="monospace">
          {String(did)}
        </Text>
      ),
    },
    {
      label: say.account,
      cell: ({ account_uuid }) => (
        <Text size="xs" ff="monospace" c="dimmed">
          {account_uuid}
        </Text>
      ),
    },
  ];
  return (
    <Stack mt="md">
      <DataTable
        label={say.loginsTitle}
        columns={columns}
        source={source}
        rowKey={({ login_id }) => login_id}
        empty={{ title: say.noLogins, about: say.noLoginsAbout }}
        minWidth={760}
      />
    </Stack>
  );
}
