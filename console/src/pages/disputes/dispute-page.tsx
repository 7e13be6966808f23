// One dispute: the evidence, and beside it what is known about the payment and the player.
import { Alert, Anchor, Button, Grid, List, Stack, Text } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { AppTime, timeFact } from '../../components/app-time.tsx';
import { Card } from '../../components/card.tsx';
import { Empty } from '../../components/empty.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { DisputesIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useMarketReason } from '../../sales/market-reasons.ts';
import { useMoney } from '../../sales/money.ts';
import { purchasePage } from '../../sales/paths.ts';
import { playerFact } from '../../sales/player-fact.tsx';
import { DisputeBadge, type DisputeRecord, filledIn } from './dispute.tsx';
import { EvidenceForm } from './evidence-form.tsx';
import { useMessages } from './messages.ts';
import { GATEWAYS, useDeliveries, useFieldNames, useGaps } from './names.ts';

const SOON_MS = 2_000;

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const { disputeId = '' } = useParams();
  const at = endpoint('/apps/{appid}/disputes/{dispute_id}', { appid, dispute_id: disputeId });
  const first = useGet(at);
  const isUnderWay = first.data?.sending === 'under_way';
  const dispute = useGet(at, undefined, { refetchInterval: isUnderWay && SOON_MS });
  return (
    <>
      <Anchor component={Link} to={appPath(appid, '/disputes')} size="sm">
        ← {say.back}
      </Anchor>
      {dispute.data ? (
        <Contents key={disputeId} dispute={dispute.data} />
      ) : (
        <Unread query={dispute} />
      )}
    </>
  );
}

function Contents({ dispute }: { dispute: DisputeRecord }) {
  const say = useMessages();
  const money = useMoney();
  const reasonOf = useMarketReason();
  const { dispute_id, amount, currency, reason, state } = dispute;
  return (
    <>
      <PageTitle
        title={say.disputeOf(money.amount(amount, currency))}
        about={reason === null ? dispute_id : reasonOf(reason)}
      >
        <DisputeBadge state={state} />
      </PageTitle>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <Sending dispute={dispute} />
            <EvidencePart dispute={dispute} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <DisputeFactsCard dispute={dispute} />
            <Known dispute={dispute} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

/** What became of what was sent. */
function Sending({ dispute: { sending, sent } }: { dispute: DisputeRecord }) {
  const say = useMessages();
  if (sent === null) return null;
  if (sending === 'under_way') {
    return (
      <Alert color="blue" title={say.underWay}>
        {say.underWayAbout}
      </Alert>
    );
  }
  if (sending === 'refused') {
    return (
      <Alert color="red" title={say.refused}>
        {sent.refusal}
      </Alert>
    );
  }
  return (
    <Alert color="green" title={say.sentTitle}>
      {say.sentBy(sent.sent_by)} · <AppTime at={sent.sent_at} />
    </Alert>
  );
}

function EvidencePart({ dispute }: { dispute: DisputeRecord }) {
  const say = useMessages();
  const mayEdit = useCan()('operator');
  const { answer_here, gateway, sending, state, sent, draft } = dispute;
  if (!answer_here) {
    return (
      <Alert color="yellow" title={say.elsewhere}>
        {say.elsewhereAbout(GATEWAYS[gateway])}
      </Alert>
    );
  }
  if (sending === 'under_way' || state !== 'open') {
    return sent === null || sending === 'refused' ? (
      <Text size="sm" c="dimmed">
        {say.nothingSent}
      </Text>
    ) : (
      <SentEvidence dispute={dispute} evidence={sent.evidence} />
    );
  }
  if (!mayEdit) {
    return draft === null ? (
      <Text size="sm" c="dimmed">
        {say.mayNot}
      </Text>
    ) : (
      <SentEvidence dispute={dispute} evidence={draft} />
    );
  }
  return draft === null ? (
    <Begin dispute={dispute} />
  ) : (
    <EvidenceForm key={dispute.version} dispute={dispute} draft={draft} />
  );
}

/** One action makes the whole packet. */
function Begin({ dispute: { dispute_id } }: { dispute: DisputeRecord }) {
  const say = useMessages();
  const { appid } = useApp();
  const { mutate, isPending } = useAction({
    run: () =>
      call('POST', endpoint('/apps/{appid}/disputes/{dispute_id}/draft', { appid, dispute_id })),
    done: say.drafted,
    refreshes: [endpoint('/apps/{appid}/disputes', { appid })],
  });
  return (
    <Card title={say.evidence}>
      <Empty icon={DisputesIcon} title={say.noDraft} about={say.noDraftAbout}>
        <Button loading={isPending} onClick={() => mutate()}>
          {say.draft}
        </Button>
      </Empty>
    </Card>
  );
}

function SentEvidence({
  evidence,
}: {
  dispute: DisputeRecord;
  evidence: NonNullable<DisputeRecord['draft']>;
}) {
  const say = useMessages();
  const names = useFieldNames();
  return (
    <Card title={say.evidence} about={say.asSent}>
      <Stack gap="md">
        {filledIn(evidence).map((name) => (
          <div key={name}>
            <Text size="sm" fw={600}>
              {names[name]}
            </Text>
            <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {evidence[name]}
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  );
}

function DisputeFactsCard({ dispute }: { dispute: DisputeRecord }) {
  const say = useMessages();
  const money = useMoney();
  const reasonOf = useMarketReason();
  const { amount, currency, reason, network_reason, inquiry } = dispute;
  return (
    <Card title={say.dispute}>
      <Facts
        facts={[
          idFact(say.id, dispute.dispute_id),
          { label: say.gateway, value: GATEWAYS[dispute.gateway] },
          { label: say.amount, value: money.amount(amount, currency) },
          { label: say.reason, value: reason === null ? null : reasonOf(reason) },
          { label: say.network, value: network_reason },
          { label: say.kind, value: inquiry ? say.inquiry : null },
          timeFact(say.opened, dispute.opened_at),
          timeFact(say.due, dispute.due_at),
          timeFact(say.decided, dispute.decided_at),
        ]}
      />
    </Card>
  );
}

/** Beside the evidence, so that whoever edits it sees what it rests on. */
function Known({ dispute: { facts, player_id } }: { dispute: DisputeRecord }) {
  const say = useMessages();
  const gaps = useGaps();
  const deliveries = useDeliveries();
  const money = useMoney();
  const format = useFormat();
  const { appid } = useApp();
  if (facts === null) return null;
  const { service_transaction_id: id, missing, logins, delivery } = facts;
  const amounts = facts.earlier_amounts.map((each) => money.amount(each.amount, each.currency));
  return (
    <Card title={say.known}>
      <Stack gap="md">
        <Facts
          facts={[
            playerFact(say.player, appid, player_id),
            {
              label: say.purchase,
              value: id && (
                <Anchor component={Link} to={purchasePage(appid, id)} size="sm">
                  {id}
                </Anchor>
              ),
            },
            { label: say.product, value: facts.product_name ?? facts.product_id },
            { label: say.quantity, value: format.number(facts.quantity) },
            timeFact(say.paid, facts.paid_at),
            { label: say.delivery, value: delivery && deliveries[delivery] },
            timeFact(say.delivered, facts.delivered_at),
            { label: say.refundedLabel, value: facts.refunded ? say.yes : null },
            {
              label: say.earlier,
              value: `${format.number(facts.earlier_purchases)}${amounts.length === 0 ? '' : ` · ${amounts.join(', ')}`}`,
            },
            { label: say.logins, value: format.number(logins.length) },
            {
              label: say.devices,
              value: format.number(new Set(logins.map(({ did }) => String(did))).size),
            },
          ]}
        />
        {missing.length > 0 && (
          <Alert color="yellow" title={say.missing}>
            <List size="sm">
              {missing.map((gap) => (
                <List.Item key={gap}>{gaps[gap]}</List.Item>
              ))}
            </List>
          </Alert>
        )}
      </Stack>
    </Card>
  );
}
