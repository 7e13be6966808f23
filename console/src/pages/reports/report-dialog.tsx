// One report: what it says, what was sent, why it is refused, and what can be done about it.
import { Alert, Anchor, Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api.ts';
import { timeFact } from '../../components/app-time.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useMoney } from '../../sales/money.ts';
import { purchasePage } from '../../sales/paths.ts';
import { printJson, RawText } from '../../sales/raw.tsx';
import { useMessages } from './messages.ts';
import { type ReportRecord, ReportState } from './state.tsx';

export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useMessages();
  return (
    <Modal opened={id !== ''} onClose={onClose} title={say.one} size="xl">
      {id !== '' && <Contents id={id} />}
    </Modal>
  );
}

function Contents({ id }: { id: string }) {
  const say = useMessages();
  const money = useMoney();
  const can = useCan();
  const { appid } = useApp();
  const found = useGet(endpoint('/apps/{appid}/reports/{report_id}', { appid, report_id: id }));
  const { data } = found;
  if (!data) return <Unread query={found} />;
  const { service_transaction_id: purchase, currency } = data;
  return (
    <Stack>
      <Group gap="xs">
        <ReportState state={data.state} />
        <Text size="sm">
          {say[data.market]} · {say[data.kind]}
          {data.is_void ? ` · ${say.takenBack}` : ''}
        </Text>
      </Group>
      {data.refusal !== null && <Alert color="red">{data.refusal}</Alert>}
      <Facts
        facts={[
          {
            label: say.purchase,
            value: purchase && (
              <Anchor component={Link} to={purchasePage(appid, purchase)} size="sm">
                {purchase}
              </Anchor>
            ),
          },
          idFact(say.order, data.order_id),
          { label: say.amount, value: data.amount && money.amount(data.amount, currency) },
          { label: say.tax, value: data.tax && money.amount(data.tax, currency) },
          { label: say.country, value: data.tax_country },
          { label: say.rate, value: data.rate },
          timeFact(say.happened, data.happened_at),
          timeFact(say.by, data.report_by),
          timeFact(say.sentAt, data.sent_at),
          idFact(say.id, data.report_id),
          idFact(say.line, data.line_id === '' ? null : data.line_id),
          idFact(say.token, data.token),
        ]}
      />
      {can('operator') && <Actions report={data} />}
      <div>
        <Title order={3} size="h5" mb="xs">
          {say.content}
        </Title>
        {data.content === null ? (
          <Text size="sm" c="dimmed">
            {say.notSent}
          </Text>
        ) : (
          <RawText label={say.content} text={printJson(data.content)} />
        )}
      </div>
    </Stack>
  );
}

/** What is left empty is not sent. */
const filled = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));

type Act = 'send' | 'correct' | 'close';

function Actions({ report }: { report: ReportRecord }) {
  const say = useMessages();
  const { appid } = useApp();
  const [act, setAct] = useState<Act>();
  const { state, market, kind, report_id, amount } = report;
  const name = { appid, report_id };
  const isOpen = state === 'refused' || state === 'due';
  const isSendable = state === 'refused' && !(market === 'GOOGLE' && kind === 'correction');
  const isCorrectable = market === 'APPLE' && kind === 'sale' && !isOpen && amount !== null;
  const refreshes = [endpoint('/apps/{appid}/reports', { appid })];
  const money = [
    { name: 'tax', label: say.tax, about: say.taxAbout, inputMode: 'decimal' },
    { name: 'tax_country', label: say.country, about: say.countryAbout, maxLength: 2 },
  ] as const;
  const reason = { name: 'reason', label: say.reason, kind: 'name' } as const;
  const close = { onClose: () => setAct(undefined), refreshes };
  return (
    <Group gap="xs">
      {isSendable && (
        <Button size="xs" onClick={() => setAct('send')}>
          {say.sendAgain}
        </Button>
      )}
      {isCorrectable && (
        <Button size="xs" variant="default" onClick={() => setAct('correct')}>
          {say.correct}
        </Button>
      )}
      {isOpen && (
        <Button size="xs" variant="default" onClick={() => setAct('close')}>
          {say.close}
        </Button>
      )}
      <FormDialog
        {...close}
        opened={act === 'send'}
        title={say.sendAgain}
        about={say.sendAgainAbout}
        action={say.sendAgain}
        initialValues={{ tax: '', tax_country: '' }}
        fields={kind === 'sale' ? money : []}
        run={(values) =>
          call('POST', endpoint('/apps/{appid}/reports/{report_id}/send', name), filled(values))
        }
        done={say.willBeSent}
      />
      <FormDialog
        {...close}
        opened={act === 'correct'}
        title={say.correct}
        about={say.correctAbout}
        action={say.correct}
        initialValues={{ tax: '', tax_country: '', reason: '' }}
        fields={[...money, reason]}
        run={({ reason: why, ...values }) =>
          call('POST', endpoint('/apps/{appid}/reports/{report_id}/correct', name), {
            ...filled(values),
            reason: why,
          })
        }
        done={say.corrections}
      />
      <FormDialog
        {...close}
        opened={act === 'close'}
        title={say.close}
        about={say.closeAbout}
        action={say.close}
        initialValues={{ reason: '' }}
        fields={[reason]}
        run={(values) =>
          call('POST', endpoint('/apps/{appid}/reports/{report_id}/close', name), values)
        }
        done={say.isClosed}
      />
    </Group>
  );
}
