// Tells that devices of the player are restricted with others, and lets the player in on them.
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { LockIcon } from '../../../components/icons.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { appPath, useApp, useCan } from '../../../place.tsx';
import { useName } from './data.ts';
import { useMessages } from './messages.ts';

export function ByDevice({ player }: { player: Schema<'Player'> }) {
  const say = useMessages();
  const { appid } = useApp();
  const { by_device: met = [], device_exception: isExcepted = false } = player;
  const causes = [...new Set(met.map(({ player_id }) => String(player_id)))];
  const dids = new Set(met.map(({ did }) => String(did)));
  if (met.length === 0 && !isExcepted) return null;
  return (
    <Alert
      color={isExcepted ? 'gray' : 'yellow'}
      icon={<LockIcon size={18} />}
      title={isExcepted ? say.excepted : say.metByDevice(dids.size)}
    >
      <Text size="sm">{isExcepted ? say.exceptedAbout : say.metAbout}</Text>
      {causes.length > 0 && (
        <Text size="sm" mt={4} component="div">
          {say.restrictedWith}{' '}
          <Group gap="2px 10px" display="inline-flex">
            {causes.map((id) => (
              <Anchor
                key={id}
                component={Link}
                to={appPath(appid, `/players/${id}`)}
                size="sm"
                c="inherit"
                underline="always"
              >
                {id}
              </Anchor>
            ))}
          </Group>
        </Text>
      )}
      <ExceptButton playerId={String(player.player_id)} isExcepted={isExcepted} />
    </Alert>
  );
}

function ExceptButton({ playerId, isExcepted }: { playerId: string; isExcepted: boolean }) {
  const say = useMessages();
  const mayChange = useCan()('operator');
  const name = useName(playerId);
  const except = useAction({
    run: () =>
      call(
        isExcepted ? 'DELETE' : 'PUT',
        endpoint('/apps/{appid}/players/{player_id}/device-exception', name),
      ),
    done: isExcepted ? say.exceptionEnded : say.exceptionMade,
    refreshes: [endpoint('/apps/{appid}/players/{player_id}', name)],
  });
  if (!mayChange) return null;
  return (
    <Button
      size="xs"
      mt="sm"
      variant={isExcepted ? 'default' : 'filled'}
      loading={except.isPending}
      onClick={() => except.mutate()}
    >
      {isExcepted ? say.endException : say.exceptPlayer}
    </Button>
  );
}
