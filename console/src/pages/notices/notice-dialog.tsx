// One store notification: decoded, raw, with a button to apply it again.

import { Button, Code, Group, Modal, Stack, Tabs, Text } from '@mantine/core';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { timeFact } from '../../components/app-time.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { Failure } from '../../components/failure.tsx';
import { PageSkeleton } from '../../components/page-skeleton.tsx';
import { endpoint } from '../../endpoint.ts';
import { useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { MarketName } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { useNoticeKind } from '../../sales/notice-kinds.ts';
import { RawText } from '../../sales/raw.tsx';
import { decode } from './decode.ts';
import { useMessages } from './messages.ts';
import { NoticeState } from './notice-state.tsx';
import type { Notice } from './records.ts';

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
  const path = endpoint('/apps/{appid}/notices/{provider}/{notice_id}', {
    appid,
    provider,
    notice_id,
  });
  const { data, error, refetch } = useGet(path);
  const replay = useAction({
    run: () =>
      call(
        'POST',
        endpoint('/apps/{appid}/notices/{provider}/{notice_id}/replay', {
          appid,
          provider,
          notice_id,
        }),
      ),
    done: say.replayed,
    refreshes: [endpoint('/apps/{appid}/notices', { appid })],
  });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
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
