// Notifications of a project: how every lane stands, what was given up, what was sent.
import { Badge, Group, SegmentedControl, Select, SimpleGrid, Stack, Tabs } from '@mantine/core';
import { PageTitle } from '../../components/page-title.tsx';
import { useFilters } from '../../filters.ts';
import { useFormat } from '../../i18n/format.ts';
import { useProject } from '../../place.tsx';
import {
  CHANNELS,
  type Channel,
  partsOf,
  receiversEndpoint,
  useReceiver,
  useReceivers,
} from '../../receivers.ts';
import { useWatch } from '../../watch.ts';
import { Attempts } from './attempts.tsx';
import { DeadLetters } from './dead-letters.tsx';
import { useMessages as useDeliveryMessages } from './delivery-messages.ts';
import { LaneCard } from './lane-card.tsx';
import { laneNameIn } from './lane-name.ts';
import { useMessages } from './messages.ts';
import { PlayerDeliveries } from './player-deliveries.tsx';
import { laneEndpoint } from './records.ts';
import { useReplayMessages } from './replay-messages.ts';
import { Replays } from './replays.tsx';

const LOOK_EVERY_MS = 3_000;

export function Page() {
  const say = useMessages();
  const more = useDeliveryMessages();
  const again = useReplayMessages();
  const { game_index: gameIndex } = useProject();
  const [{ lane, show, player }, change] = useFilters(['lane', 'show', 'player']);
  const receivers = useReceivers(gameIndex).map((each) => each.channel);
  const lanes = receivers.length > 0 ? receivers : CHANNELS;
  const channel: Channel = lanes.find((each) => each === lane) ?? 'restriction';
  // Game servers are notified of what is so now.
  const hasReplays = partsOf(channel).channel === 'purchase';
  const shown = show === '' || (show === 'replays' && !hasReplays) ? 'letters' : show;
  const data = lanes.map((each) => ({ value: each, label: laneNameIn(say, each) }));
  useWatch(receiversEndpoint(gameIndex), LOOK_EVERY_MS);
  useWatch(laneEndpoint(gameIndex, channel), LOOK_EVERY_MS);
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          {lanes.map((each) => (
            <LaneCard key={each} channel={each} />
          ))}
        </SimpleGrid>
        <Tabs value={shown} onChange={(chosen) => change({ show: chosen ?? '' })}>
          <Group justify="space-between" mb="md" align="flex-end">
            <Tabs.List>
              <Tabs.Tab value="letters" rightSection={<LetterCount channel={channel} />}>
                {say.deadLetters}
              </Tabs.Tab>
              <Tabs.Tab value="attempts">{say.attempts}</Tabs.Tab>
              {hasReplays && <Tabs.Tab value="replays">{again.title}</Tabs.Tab>}
              <Tabs.Tab value="player">{more.player}</Tabs.Tab>
            </Tabs.List>
            {show !== 'player' && lanes.length > CHANNELS.length && (
              <Select
                aria-label={say.lane}
                size="xs"
                allowDeselect={false}
                value={channel}
                onChange={(chosen) => change({ lane: chosen ?? '' })}
                data={data}
              />
            )}
            {show !== 'player' && lanes.length === CHANNELS.length && (
              <SegmentedControl
                aria-label={say.lane}
                size="xs"
                value={channel}
                onChange={(chosen) => change({ lane: chosen })}
                data={data}
              />
            )}
          </Group>
          <Tabs.Panel value="letters">
            <DeadLetters channel={channel} />
          </Tabs.Panel>
          <Tabs.Panel value="attempts">
            <Attempts channel={channel} />
          </Tabs.Panel>
          <Tabs.Panel value="replays">
            {hasReplays && show === 'replays' && <Replays key={channel} channel={channel} />}
          </Tabs.Panel>
          <Tabs.Panel value="player">
            {show === 'player' && (
              <PlayerDeliveries player={player} onPlayer={(chosen) => change({ player: chosen })} />
            )}
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </>
  );
}

function LetterCount({ channel }: { channel: Channel }) {
  const format = useFormat();
  const { game_index: gameIndex } = useProject();
  const count = useReceiver(gameIndex, channel).data?.dead_letters ?? 0;
  return count === 0 ? null : (
    <Badge color="red" size="sm">
      {format.number(count)}
    </Badge>
  );
}
