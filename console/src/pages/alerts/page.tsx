// Alerts of a project: what is and was wrong, where alerts are sent, and when they open.
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { attentionEndpoint } from '../../attention.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DoneIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useCan, useProject } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { useWatch } from '../../watch.ts';
import { ChannelsCard } from './channels-card.tsx';
import { useMessages } from './messages.ts';
import { ThresholdsCard } from './thresholds-card.tsx';

type Alert = Schema<'Alert'>;

const LOOK_EVERY_MS = 15_000;

export function Page() {
  const say = useMessages();
  const mayChange = useCan()('admin');
  const { game_index } = useProject();
  const { language } = useLanguage();
  const path = endpoint('/projects/{game_index}/alerts', { game_index });
  const list = useKeyset(path, { language });
  useWatch(path, LOOK_EVERY_MS);
  const columns = useColumns();
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="lg">
        <DataTable
          label={say.title}
          columns={columns}
          source={list}
          rowKey={({ alert_id }) => alert_id}
          minWidth={720}
          empty={{ icon: DoneIcon, title: say.none, about: say.noneAbout }}
        />
        {mayChange && <ChannelsCard />}
        {mayChange && <ThresholdsCard />}
      </Stack>
    </>
  );
}

function useColumns(): readonly Column<Alert>[] {
  const say = useMessages();
  const can = useCan();
  const { game_index } = useProject();
  const acknowledge = useAction({
    run: (alert_id: string) =>
      call(
        'POST',
        endpoint('/projects/{game_index}/alerts/{alert_id}/acknowledge', { game_index, alert_id }),
      ),
    done: say.acknowledgedDone,
    refreshes: [
      endpoint('/projects/{game_index}/alerts', { game_index }),
      attentionEndpoint(game_index),
    ],
  });
  return [
    { label: say.state, width: 130, cell: (alert) => <State alert={alert} /> },
    {
      label: say.what,
      cell: ({ title, text, page }) => (
        <>
          <Anchor component={Link} to={page} size="sm">
            {title}
          </Anchor>
          <Text size="sm" c="dimmed" maw={640}>
            {text}
          </Text>
        </>
      ),
    },
    { label: say.opened, width: 150, cell: ({ opened_at }) => <Time at={opened_at} /> },
    {
      label: say.ended,
      width: 170,
      align: 'right',
      cell: ({ alert_id, title, closed_at, acknowledged_at }) => {
        if (closed_at !== null) return <Time at={closed_at} />;
        return (
          acknowledged_at === null &&
          can('operator') && (
            <Button
              size="xs"
              variant="light"
              aria-label={say.acknowledgeOf(title)}
              loading={acknowledge.isPending && acknowledge.variables === alert_id}
              onClick={() => acknowledge.mutate(alert_id)}
            >
              {say.acknowledge}
            </Button>
          )
        );
      },
    },
  ];
}

function State({ alert: { closed_at, acknowledged_at, acknowledged_by } }: { alert: Alert }) {
  const say = useMessages();
  const badge = () => {
    if (closed_at !== null) return <StatusBadge tone="quiet">{say.over}</StatusBadge>;
    if (acknowledged_at !== null)
      return <StatusBadge tone="warning">{say.acknowledged}</StatusBadge>;
    return <StatusBadge tone="bad">{say.open}</StatusBadge>;
  };
  return (
    <>
      {badge()}
      {acknowledged_by !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {say.by(acknowledged_by)}
        </Text>
      )}
    </>
  );
}
