// One store notification: decoded, raw, with a button to apply it again.
import { Button, Code, Group, Modal, Stack, Tabs, Text, Tooltip } from '@mantine/core';
import { useAction } from '../../action.ts';
import { call, parse } from '../../api.ts';
import { timeFact } from '../../components/app-time.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { MarketName } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { useNoticeKind } from '../../sales/notice-kinds.ts';
import { printJson, RawText } from '../../sales/raw.tsx';
import { useMessages } from './messages.ts';
import type { Notice, NoticeRecord } from './records.ts';

export function NoticeDialog({
  notice,
  onClose,
}: {
  notice: Notice | undefined;
  onClose: () => void;
}) {
  const kindOf = useNoticeKind();
  return (
    <Modal
      opened={notice !== undefined}
      onClose={onClose}
      title={notice && kindOf(notice.kind)}
      size="xl"
    >
      {notice && <Contents notice={notice} />}
    </Modal>
  );
}

function Contents({ notice }: { notice: Notice }) {
  const say = useMessages();
  const common = useSalesMessages();
  const can = useCan();
  const { appid } = useApp();
  const { provider, notice_id } = notice;
  const name = { appid, provider, notice_id };
  const path = endpoint('/apps/{appid}/notices/{provider}/{notice_id}', name);
  const found = useGet(path);
  const { data } = found;
  const replay = useAction({
    run: () => call('POST', endpoint('/apps/{appid}/notices/{provider}/{notice_id}/replay', name)),
    done: say.replayed,
    refreshes: [endpoint('/apps/{appid}/notices', { appid })],
  });
  if (!data) return <Unread query={found} />;
  const decoded = decode(data);
  return (
    <Stack>
      <Facts
        facts={[
          { label: common.market, value: <MarketName market={data.provider} /> },
          idFact(say.notice, data.notice_id),
          { label: say.code, value: <Code>{data.kind}</Code> },
          { label: say.state, value: <NoticeState state={data.state} /> },
          timeFact(say.said, data.said_at),
          timeFact(say.received, data.received_at),
        ]}
      />
      <Tabs defaultValue={decoded === undefined ? 'raw' : 'decoded'} keepMounted={false}>
        <Tabs.List mb="sm">
          {decoded !== undefined && <Tabs.Tab value="decoded">{say.decoded}</Tabs.Tab>}
          <Tabs.Tab value="raw">{say.raw}</Tabs.Tab>
        </Tabs.List>
        {decoded !== undefined && (
          <Tabs.Panel value="decoded">
            <RawText label={say.decoded} text={decoded} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="raw">
          <RawText label={say.raw} text={data.body} />
        </Tabs.Panel>
      </Tabs>
      {can('operator') && (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" flex="1 1 240px">
            {say.replayAbout}
          </Text>
          <Button onClick={() => replay.mutate()} loading={replay.isPending}>
            {say.replay}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const TONES = { waiting: 'busy', applied: 'good', kept: 'quiet', failed: 'bad' } as const;

export function NoticeState({ state }: { state: Notice['state'] }) {
  const say = useMessages();
  const badge = <StatusBadge tone={TONES[state]}>{say[state]}</StatusBadge>;
  if (state !== 'kept') return badge;
  return (
    <Tooltip label={say.keptMeans}>
      <span>{badge}</span>
    </Tooltip>
  );
}

/** Undefined where the notification is not in the market's form; then only its raw text can be shown. */
function decode({ provider, body }: NoticeRecord): string | undefined {
  try {
    const outer = parse(body) as Record<string, unknown>;
    return printJson((OPENERS[provider] ?? asItIs)(outer));
  } catch {
    return undefined;
  }
}

type Open = (outer: Readonly<Record<string, unknown>>) => unknown;

const OPENERS: Readonly<Partial<Record<NoticeRecord['provider'], Open>>> = {
  APPLE: ({ signedPayload }) => openSigned(payloadOf(String(signedPayload))),
  GOOGLE: ({ message }) => parse(textOf((message as { readonly data: string }).data)),
};

const asItIs: Open = (outer) => outer;

const payloadOf = (jws: string): unknown => parse(textOf(jws.split('.')[1] ?? ''));

/** Signed parts within a notification of the App Store, decoded as well. */
function openSigned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openSigned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name.startsWith('signed') && typeof part === 'string' ? payloadOf(part) : openSigned(part),
    ]),
  );
}

function textOf(base64: string): string {
  const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (each) => each.charCodeAt(0)));
}
