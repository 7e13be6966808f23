// The timeline of a purchase or subscription: what happened, when in the app's time zone, with details.
import { Anchor, Box, Group, Timeline as Line, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AppTime } from '../components/app-time.tsx';
import { Card } from '../components/card.tsx';
import { Unread } from '../components/unread.tsx';
import type { Endpoint } from '../endpoint.ts';
import { appPath, useApp } from '../place.tsx';
import { useGet } from '../queries.ts';
import { bandColor, type Tone, toneColor } from './colors.ts';
import { LIVE_MS } from './live.ts';
import { useMarketReason } from './market-reasons.ts';
import { useMessages } from './messages.ts';
import { useMoney } from './money.ts';
import { useNoticeKind } from './notice-kinds.ts';
import { purchasePage } from './paths.ts';
import { printJson, Raw } from './raw.tsx';
import type { TimelineEntry } from './records.ts';
import { useDetails as useDetailMessages, useHappenings, useValues } from './timeline-messages.ts';

/** What went well, and what went back; the rest is grey. */
const COLORS: Readonly<Record<string, Tone>> = {
  'order.paid': 'good',
  'purchase.recorded': 'good',
  'cycle.paid': 'good',
  'delivery.reported': 'good',
  'purchase.refunded': 'bad',
  'dispute.opened': 'bad',
  'dispute.lost': 'bad',
  'cycle.refunded': 'bad',
  'acknowledgement.failed': 'bad',
  'acknowledgement.pending': 'warning',
};

const bulletColor = (kind: string): string => {
  const color = COLORS[kind];
  return color === undefined ? bandColor('slate') : toneColor(color);
};

/** Said in another way, or of no use to people. */
const UNSAID = new Set([
  'action_id',
  'currency',
  'test',
  'request_type',
  'source',
  'first_at',
  'provider',
]);

type Source = Endpoint<
  | '/apps/{appid}/purchases/{service_transaction_id}/timeline'
  | '/apps/{appid}/subscriptions/{provider}/{subscription_id}/timeline'
>;

export function Timeline({
  from,
  actionOf,
}: {
  from: Source;
  /** What can be done about an entry. */
  actionOf?: (entry: TimelineEntry) => ReactNode;
}) {
  const say = useMessages();
  const timeline = useGet(from, {}, { refetchInterval: LIVE_MS });
  const { data } = timeline;
  return (
    <Card title={say.timeline}>
      {!data && <Unread query={timeline} />}
      {data?.items.length === 0 && <Text c="dimmed">{say.noTimeline}</Text>}
      {data && <Entries entries={data.items} actionOf={actionOf} />}
    </Card>
  );
}

function Entries({
  entries,
  actionOf,
}: {
  entries: readonly TimelineEntry[];
  actionOf: ((entry: TimelineEntry) => ReactNode) | undefined;
}) {
  const titles: Readonly<Record<string, string>> = useHappenings();
  return (
    <Line bulletSize={18} lineWidth={2}>
      {entries.map((entry, index) => (
        <Line.Item
          // biome-ignore lint/suspicious/noArrayIndexKey: a timeline only grows at its end
          key={index}
          bullet={<Box w={8} h={8} bdrs="50%" bg={bulletColor(entry.kind)} />}
          title={
            <Group justify="space-between" gap="xs" align="baseline">
              <Text size="sm" fw={600}>
                {titles[entry.kind] ?? entry.kind}
              </Text>
              <Text size="xs" c="dimmed" component="span">
                <AppTime at={entry.at} />
              </Text>
            </Group>
          }
        >
          <Details entry={entry} />
          {actionOf?.(entry)}
        </Line.Item>
      ))}
    </Line>
  );
}

function Details({ entry: { details } }: { entry: TimelineEntry }) {
  const labels: Readonly<Record<string, string>> = useDetailMessages();
  const print = usePrint(details);
  const known = Object.entries(details).filter(
    ([name, value]) => value !== null && !UNSAID.has(name),
  );
  const isLong = (value: unknown): boolean => typeof value === 'object';
  return (
    <>
      <Group gap="2px 16px">
        {known
          .filter(([, value]) => !isLong(value))
          .map(([name, value]) => (
            <Text key={name} size="xs" style={{ overflowWrap: 'anywhere' }}>
              <Box component="span" c="dimmed" me={6}>
                {labels[name] ?? name}
              </Box>
              {print(name, value)}
            </Text>
          ))}
      </Group>
      {known
        .filter(([, value]) => isLong(value))
        .map(([name, value]) => (
          <Raw key={name} title={labels[name] ?? name} text={printJson(value)} />
        ))}
    </>
  );
}

function usePrint(details: TimelineEntry['details']): (name: string, value: unknown) => ReactNode {
  const known: Readonly<Record<string, string>> = useValues();
  const kindOf = useNoticeKind();
  const reasonOf = useMarketReason();
  const money = useMoney();
  const { appid } = useApp();
  const link = (text: string, to: string) => (
    <Anchor component={Link} to={to} size="xs">
      {text}
    </Anchor>
  );
  return (name, value) => {
    const text = String(value);
    if (name === 'service_transaction_id') return link(text, purchasePage(appid, text));
    if (name === 'player_id') return link(text, appPath(appid, `/players/${text}`));
    if (name === 'amount') return money.amount(text, String(details.currency));
    if (name.endsWith('_at')) return <AppTime at={text} />;
    const word = known[`${name} ${text}`];
    if (name === 'kind') return word ?? kindOf(text);
    return word ?? (name === 'reason' ? reasonOf(text) : text);
  };
}
