// Appeals of the player, newest first.
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { AppTime } from '../../../components/app-time.tsx';
import { TableSection } from '../../../components/table-section.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useApp } from '../../../place.tsx';
import { useKeyset } from '../../../queries.ts';
import { AppealBadge, appealPage } from '../../../restrictions/appeals.tsx';
import { useScopeName } from '../../../restrictions/scopes.tsx';
import { useTypeNameOf } from '../../../restrictions/terms.tsx';
import { useMessages } from './messages.ts';

/** Left out for who has never appealed. */
export function Appeals({ playerId }: { playerId: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const typeName = useTypeNameOf();
  const scopeName = useScopeName();
  const source = useKeyset(endpoint('/apps/{appid}/appeals', { appid }), {
    player_id: playerId,
    state: 'any',
    sort: '-created_at',
    limit: 10,
  });
  if (!source.error && source.items.length === 0 && !source.previous) return null;
  return (
    <TableSection
      title={say.appeals}
      columns={[
        {
          label: say.appealed,
          cell: ({ appeal_id, created_at }) => (
            <Anchor component={Link} to={appealPage(appid, appeal_id)} size="sm">
              <AppTime at={created_at} />
            </Anchor>
          ),
        },
        { label: say.why, cell: ({ block_type }) => typeName(block_type) },
        { label: say.scope, cell: ({ scope }) => scopeName(scope) },
        { label: say.state, cell: ({ state }) => <AppealBadge state={state} /> },
        { label: say.decidedAt, cell: ({ decided_at: at }) => <AppTime at={at} /> },
      ]}
      source={source}
      rowKey={({ appeal_id }) => appeal_id}
    />
  );
}
