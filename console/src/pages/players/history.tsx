// Everything that was done to a player, newest first: who, when, why, and what it changed.
import { Blockquote, Button, Group, Skeleton, Text, Timeline } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { get } from '../../api.ts';
import { AppTime } from '../../components/app-time.tsx';
import { Card } from '../../components/card.tsx';
import { Failure } from '../../components/failure.tsx';
import { endpoint } from '../../endpoint.ts';
import { useApp } from '../../place.tsx';
import { useActorName } from '../../restrictions/actors.ts';
import { useStatusNames } from '../../restrictions/messages.ts';
import type { HistoryEntry, Terms } from '../../restrictions/records.ts';
import { useScopeName } from '../../restrictions/scopes.tsx';
import { usePeriodText, useTermsText, useTypeNameOf } from '../../restrictions/terms.tsx';
import { useMessages } from './messages.ts';

const COLORS = {
  registered: 'red',
  changed: 'yellow',
  released: 'green',
  expired: 'gray',
} as const;

export function History({ playerId }: { playerId: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const path = endpoint('/apps/{appid}/players/{player_id}/history', {
    appid,
    player_id: playerId,
  });
  const history = useInfiniteQuery({
    queryKey: [path, 'older'],
    queryFn: ({ pageParam, signal }) => get(path, { limit: 20, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const entries = history.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card title={say.history} about={say.historyAbout}>
      {history.error && <Failure error={history.error} retry={() => void history.refetch()} />}
      {history.isPending && <Skeleton height={120} />}
      {history.data && entries.length === 0 && <Text size="sm">{say.noHistory}</Text>}
      <Timeline bulletSize={14} lineWidth={2} active={entries.length} aria-label={say.history}>
        {entries.map((entry) => (
          <Timeline.Item
            key={entry.seq}
            color={COLORS[entry.action]}
            title={<Heading entry={entry} />}
          >
            <Entry entry={entry} />
          </Timeline.Item>
        ))}
      </Timeline>
      {history.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {say.older}
        </Button>
      )}
    </Card>
  );
}

function Heading({ entry: { action, at, scope } }: { entry: HistoryEntry }) {
  const say = useMessages();
  const scopeName = useScopeName();
  return (
    <Group justify="space-between" gap="xs" align="baseline">
      <Text size="sm" fw={600}>
        {action === 'changed' ? say.changedAction : say[action]}
        {scope !== undefined && ` · ${scopeName(scope)}`}
      </Text>
      <Text size="xs" c="dimmed" component="span">
        <AppTime at={at} />
      </Text>
    </Group>
  );
}

function Entry({ entry: { actor, before, after, comment } }: { entry: HistoryEntry }) {
  const say = useMessages();
  const nameOf = useActorName();
  const linesOf = useChangeLines();
  const who = nameOf({ actor: actor.name, actor_kind: actor.kind });
  return (
    <>
      <Text size="xs" c="dimmed">
        {actor.kind === 'system' ? say.bySystem : say.by(who)}
      </Text>
      {linesOf(before, after).map((line) => (
        <Text key={line} size="sm" mt={2}>
          {line}
        </Text>
      ))}
      {comment !== null && (
        <Blockquote p="xs" mt="xs" fz="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {comment}
        </Blockquote>
      )}
    </>
  );
}

/** What changed; a new or removed restriction is described whole. */
function useChangeLines(): (before: Terms | null, after: Terms | null) => readonly string[] {
  const say = useMessages();
  const statuses = useStatusNames();
  const termsOf = useTermsText();
  const periodOf = usePeriodText();
  const typeNameOf = useTypeNameOf();
  return (before, after) => {
    if (!before || !after) {
      const whole = before ?? after;
      return whole ? [termsOf(whole)] : [];
    }
    const fields: readonly [string, (terms: Terms) => string][] = [
      [say.status, ({ status }) => statuses[status]],
      [say.type, ({ block_type }) => typeNameOf(block_type)],
      [say.period, periodOf],
    ];
    return fields
      .map(([label, print]) => [label, print(before), print(after)] as const)
      .filter(([, was, is]) => was !== is)
      .map(([label, was, is]) => `${label}: ${was} → ${is}`);
  };
}
