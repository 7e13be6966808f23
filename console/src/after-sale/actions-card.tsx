// Actions after the sale: of one purchase or subscription, or what is under way in an app; with the second person's decision.
import { Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api.ts';
import { attentionEndpoint } from '../attention.ts';
import { AppTime } from '../components/app-time.tsx';
import { Card } from '../components/card.tsx';
import { Confirm } from '../components/confirm.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { endpoint } from '../endpoint.ts';
import { useLast } from '../last.ts';
import { appPath, useApp, useCan } from '../place.tsx';
import { useKeyset } from '../queries.ts';
import { LIVE_MS } from '../sales/live.ts';
import { useSession } from '../session.tsx';
import { type SaleAction, TONES, useSummary } from './actions.ts';
import { useMessages, useStates } from './messages.ts';

/** Of one purchase or subscription; nothing where nothing was done. */
export function ActionsOf({
  filters,
}: {
  filters: { service_transaction_id: string } | { subscription_id: string };
}) {
  const say = useMessages();
  const { items } = useActions(filters);
  if (items.length === 0) return null;
  return (
    <Card title={say.actions} about={say.actionsAbout}>
      <Entries actions={items} />
    </Card>
  );
}

/** What is under way in the app, or everything. */
export function AppActions() {
  const say = useMessages();
  const [isAll, setAll] = useState(false);
  const source = useActions(isAll ? {} : { under_way: 'Y' });
  const { items, isPending } = source;
  return (
    <Card
      title={say.actions}
      about={say.actionsAbout}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={say.which}
          value={isAll ? 'all' : ''}
          onChange={(value) => setAll(value === 'all')}
          data={[
            { value: '', label: say.underWay },
            { value: 'all', label: say.all },
          ]}
        />
      }
    >
      {!isPending && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {isAll ? say.noneAbout : say.noneUnderWayAbout}
        </Text>
      )}
      <Entries actions={items} showsSale />
      {(source.previous || source.next) && (
        <Group gap="xs" mt="sm">
          <Button size="xs" variant="default" disabled={!source.previous} onClick={source.previous}>
            {say.newer}
          </Button>
          <Button size="xs" variant="default" disabled={!source.next} onClick={source.next}>
            {say.older}
          </Button>
        </Group>
      )}
    </Card>
  );
}

function useActions(
  filters: Readonly<Record<string, string>>,
): ReturnType<typeof useKeyset<'/apps/{appid}/actions'>> {
  const { appid } = useApp();
  return useKeyset(endpoint('/apps/{appid}/actions', { appid }), filters, {
    refetchInterval: LIVE_MS,
  });
}

type Decision = 'approve' | 'decline' | 'withdraw';

function Entries({
  actions,
  showsSale = false,
}: {
  actions: readonly SaleAction[];
  showsSale?: boolean;
}) {
  const say = useMessages();
  const summaryOf = useSummary();
  const { appid, game_index } = useApp();
  const [asked, setAsked] = useState<{ decision: Decision; action: SaleAction }>();
  const close = () => setAsked(undefined);
  const declined = useLast(asked?.decision === 'decline' ? asked.action : undefined);
  const refreshes = [
    endpoint('/apps/{appid}/actions', { appid }),
    endpoint('/apps/{appid}/purchases', { appid }),
    endpoint('/apps/{appid}/subscriptions', { appid }),
    attentionEndpoint(game_index),
  ];
  const about = ({ action_id }: SaleAction) => ({ appid, action_id });
  return (
    <Stack gap="md">
      {actions.map((action) => (
        <Entry
          key={action.action_id}
          action={action}
          showsSale={showsSale}
          onDecide={(decision) => setAsked({ decision, action })}
        />
      ))}
      <Confirm
        asked={asked?.decision === 'approve' && asked.action}
        title={say.approveTitle}
        action={say.approve}
        color="pine"
        run={(action) =>
          call('POST', endpoint('/apps/{appid}/actions/{action_id}/approve', about(action)))
        }
        done={say.approved}
        refreshes={refreshes}
        onClose={close}
      >
        {(action) => say.approveAbout(summaryOf(action), action.requested_by.name)}
      </Confirm>
      <Confirm
        asked={asked?.decision === 'withdraw' && asked.action}
        title={say.withdrawTitle}
        action={say.withdraw}
        run={(action) =>
          call('POST', endpoint('/apps/{appid}/actions/{action_id}/withdraw', about(action)))
        }
        done={say.withdrawn}
        refreshes={refreshes}
        onClose={close}
      >
        {say.withdrawAbout}
      </Confirm>
      {declined && (
        <FormDialog
          opened={asked?.decision === 'decline'}
          title={say.declineTitle}
          about={say.declineAbout}
          action={say.decline}
          initialValues={{ comment: '' }}
          fields={[{ kind: 'lines', name: 'comment', label: say.comment }]}
          run={({ comment }) =>
            call('POST', endpoint('/apps/{appid}/actions/{action_id}/decline', about(declined)), {
              ...(comment.trim() !== '' && { comment: comment.trim() }),
            })
          }
          done={say.declined}
          refreshes={refreshes}
          onCancel={close}
          onClose={close}
        />
      )}
    </Stack>
  );
}

function Entry({
  action,
  showsSale,
  onDecide,
}: {
  action: SaleAction;
  showsSale: boolean;
  onDecide: (decision: Decision) => void;
}) {
  const say = useMessages();
  const states = useStates();
  const summary = useSummary()(action);
  const { appid } = useApp();
  const { state, reason, requested_by, requested_at, decided_by, answer } = action;
  const { service_transaction_id: serviceId, product_id } = action;
  return (
    <article aria-label={summary}>
      <Group gap="4px 8px" justify="space-between">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {summary}
        </Text>
        <StatusBadge tone={TONES[state]}>{states[state]}</StatusBadge>
      </Group>
      {showsSale && (
        <Anchor component={Link} to={appPath(appid, `/purchases/${serviceId}`)} size="sm">
          {product_id} · {serviceId}
        </Anchor>
      )}
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {reason}
      </Text>
      {answer !== null && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {say.answer}: {answer}
        </Text>
      )}
      <Group gap="xs" mt={4} justify="space-between">
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {requested_by.name} · <AppTime at={requested_at} />
          {decided_by && ` · ${say.decidedBy(decided_by.name)}`}
        </Text>
        <Decisions action={action} summary={summary} onDecide={onDecide} />
      </Group>
    </article>
  );
}

/** Who asked withdraws; another person approves or declines. */
function Decisions({
  action: { state, requested_by },
  summary,
  onDecide,
}: {
  action: SaleAction;
  summary: string;
  onDecide: (decision: Decision) => void;
}) {
  const say = useMessages();
  const can = useCan();
  const { email } = useSession();
  if (!can('operator')) return null;
  const isOwn = requested_by.kind === 'console' && requested_by.name === email;
  const open: readonly Decision[] =
    state === 'waiting'
      ? isOwn
        ? ['withdraw']
        : ['approve', 'decline']
      : state === 'intended'
        ? ['withdraw']
        : [];
  const labels = {
    approve: [say.approve, say.approveOf(summary)],
    decline: [say.decline, say.declineOf(summary)],
    withdraw: [say.withdraw, say.withdrawOf(summary)],
  } as const;
  return (
    <Group gap="xs">
      {open.map((decision) => (
        <Button
          key={decision}
          size="compact-xs"
          variant={decision === 'approve' ? 'filled' : 'default'}
          aria-haspopup="dialog"
          aria-label={labels[decision][1]}
          onClick={() => onDecide(decision)}
        >
          {labels[decision][0]}
        </Button>
      ))}
    </Group>
  );
}
