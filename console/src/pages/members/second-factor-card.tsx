// Whether everyone in a project needs a second factor.
import { Anchor, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { endpoint } from '../../endpoint.ts';
import { useGet } from '../../queries.ts';
import { useSession } from '../../session.tsx';
import { useMessages } from './messages.ts';

export function SecondFactorCard({ game_index }: { game_index: number }) {
  const say = useMessages();
  const { second_factor: hasOwn } = useSession();
  const path = endpoint('/projects/{game_index}/second-factor', { game_index });
  const { data: rule, error, refetch } = useGet(path);
  const [isAsking, setAsking] = useState(false);
  const change = {
    run: (required: boolean) => call('PUT', path, { required }),
    done: ({ required }: { required: boolean }) =>
      required ? say.factorRequired : say.factorOptional,
    refreshes: [path],
  };
  const require = useAction(change);
  // Who requires it of others has one.
  const isLocked = rule?.required === false && !hasOwn;
  return (
    <Card title={say.factorTitle} about={say.factorAbout}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      <Stack gap="xs">
        <Switch
          label={say.factorSwitch}
          checked={rule?.required ?? false}
          disabled={rule === undefined || isLocked || require.isPending}
          onChange={({ currentTarget: { checked } }) =>
            checked ? setAsking(true) : require.mutate(false)
          }
        />
        {isLocked && (
          <Text size="sm" c="dimmed">
            {say.factorOwnFirst}{' '}
            <Anchor component={Link} to="/account" size="sm">
              {say.factorToAccount}
            </Anchor>
          </Text>
        )}
      </Stack>
      <Confirm
        asked={isAsking}
        title={say.factorAskTitle}
        action={say.factorAsk}
        {...change}
        onClose={() => setAsking(false)}
      >
        {say.factorAskAbout}
      </Confirm>
    </Card>
  );
}
