// Asks for an action after the sale: what, why, and what the market says will happen.
import {
  Alert,
  Button,
  Group,
  Loader,
  Modal,
  Radio,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { call } from '../api.ts';
import { attentionEndpoint } from '../attention.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { useMessages as useCommon } from '../components/messages.ts';
import { Unread } from '../components/unread.tsx';
import { endpoint } from '../endpoint.ts';
import { useFormat } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useLast } from '../last.ts';
import { useApp } from '../place.tsx';
import { useGet } from '../queries.ts';
import { type ActionPreview, actionsPath, previewPath, type Target } from './actions.ts';
import { useMessages } from './messages.ts';
import { Preview } from './preview.tsx';

/** `postpone`: whichever the market has. */
export type Wish = 'refund' | 'cancel' | 'postpone';

interface Values {
  readonly extent: 'whole' | 'part' | 'prorated' | 'line';
  readonly amount: string;
  readonly line: string;
  readonly goods: 'take' | 'keep';
  readonly days: string;
  readonly reason: string;
  /** The same as long as the dialog is open: a double click asks once. */
  readonly key: string;
}

type Form = UseFormReturnType<Values>;

const AMOUNT = /^\d{1,15}(\.\d{1,6})?$/;
const USUAL_DAYS = '7';
const MOST_DAYS = 365;
const WAIT_MS = 300;

/** Also where a page is not served with https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

export function ActionDialog({
  target,
  wish,
  opened,
  onClose,
}: {
  target: Target;
  wish: Wish;
  opened: boolean;
  onClose: () => void;
}) {
  const say = useMessages();
  const { appid, game_index } = useApp();
  const titles = {
    refund: say.refundTitle(target.name),
    cancel: say.cancelTitle(target.name),
    postpone: say.postponeTitle(target.name),
  };
  const days = (text: string) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_DAYS;
  const initialValues: Values = {
    extent: 'whole',
    amount: '',
    line: '',
    goods: 'take',
    days: USUAL_DAYS,
    reason: '',
    key: newKey(),
  };
  const preview = useLast(usePreviewOf(target, wish, opened).data);
  if (preview && !isPossible(wish, preview)) {
    return <Impossible title={titles[wish]} preview={preview} opened={opened} onClose={onClose} />;
  }
  return (
    <FormDialog
      opened={opened}
      title={titles[wish]}
      size="lg"
      isLasting
      noValidate
      initialValues={initialValues}
      validate={{
        reason: (text) => (text.trim() === '' ? say.needed : null),
        amount: (text, { extent }) =>
          extent !== 'part' || AMOUNT.test(text.trim()) ? null : say.amountWrong,
        line: (line, { extent }) => (extent !== 'line' || line !== '' ? null : say.needed),
        days: (text) => (wish !== 'postpone' || days(text) ? null : say.daysWrong('365')),
      }}
      action={({ extent, days: count }) =>
        wish === 'refund'
          ? extent === 'whole' && preview?.second_person
            ? say.ask
            : say.doRefund
          : wish === 'cancel'
            ? say.doCancel
            : say.doPostpone(count)
      }
      run={(values) =>
        call('POST', actionsPath(appid, target), {
          ...askOf(wish, values, preview),
          reason: values.reason.trim(),
          idempotency_key: values.key,
        })
      }
      done={({ state }) => (state === 'waiting' ? say.waitsDone : say.requestedDone)}
      refreshes={[
        endpoint('/apps/{appid}/actions', { appid }),
        endpoint('/apps/{appid}/purchases', { appid }),
        endpoint('/apps/{appid}/subscriptions', { appid }),
        attentionEndpoint(game_index),
      ]}
      onCancel={onClose}
      onClose={onClose}
    >
      {(form) => <ActionFields form={form} target={target} wish={wish} base={preview} />}
    </FormDialog>
  );
}

const isPossible = (wish: Wish, { can }: ActionPreview): boolean => {
  if (wish === 'refund') return can.refund !== null;
  return wish === 'cancel' ? can.cancel : can.extend_days !== null || can.defer_days !== null;
};

/** The market has no such call, or not for this one: says why, and what to do instead. */
function Impossible({
  title,
  preview: { obstacle, elsewhere },
  opened,
  onClose,
}: {
  title: string;
  preview: ActionPreview;
  opened: boolean;
  onClose: () => void;
}) {
  const say = useMessages();
  const { close } = useCommon();
  const { language } = useLanguage();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': close }}
    >
      <Stack>
        <Text size="sm">
          {elsewhere && obstacle === elsewhere.en ? elsewhere[language] : (obstacle ?? say.notNow)}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** What the market says before anything is chosen. */
function usePreviewOf(target: Target, wish: Wish, enabled: boolean) {
  const { appid } = useApp();
  const kind = wish === 'postpone' ? 'extend' : wish;
  const query = { kind, ...(wish === 'postpone' && { days: 1 }) } as const;
  return useGet(previewPath(appid, target), query, { enabled, staleTime: 0 });
}

function askOf(wish: Wish, values: Values, base: ActionPreview | undefined) {
  const { extent, amount, line, goods, days } = values;
  if (wish === 'cancel') return { kind: 'cancel' } as const;
  if (wish === 'postpone') {
    const extends_ = base?.can.extend_days !== null || base.can.defer_days === null;
    return { kind: extends_ ? 'extend' : 'defer', days: Number(days) } as const;
  }
  const isKept = extent === 'whole' && goods === 'keep' && base?.can.refund?.keep;
  return {
    kind: 'refund',
    ...(extent === 'part' && { amount: amount.trim() }),
    ...(extent === 'prorated' && { amount: 'prorated' }),
    ...(extent === 'line' && { line }),
    ...(isKept && { goods: 'keep' as const }),
  } as const;
}

function ActionFields({
  form,
  target,
  wish,
  base,
}: {
  form: Form;
  target: Target;
  wish: Wish;
  base: ActionPreview | undefined;
}) {
  const say = useMessages();
  const first = usePreviewOf(target, wish, true);
  if (!base) {
    return first.error ? (
      <Unread query={first} height={80} />
    ) : (
      <Text size="sm" role="status">
        <Loader size="xs" me="xs" />
        {say.asking}
      </Text>
    );
  }
  return (
    <>
      {wish === 'refund' && base.can.refund && <RefundFields form={form} base={base} />}
      {wish === 'postpone' && (
        <TextInput
          label={say.days}
          inputMode="numeric"
          autoComplete="off"
          maw={160}
          data-autofocus
          {...form.getInputProps('days')}
        />
      )}
      <Textarea
        label={say.reason}
        description={say.reasonAbout}
        autosize
        minRows={2}
        maxLength={1_000}
        {...(wish === 'cancel' && { 'data-autofocus': true })}
        {...form.getInputProps('reason')}
      />
      <Outlook form={form} target={target} wish={wish} base={base} />
    </>
  );
}

function RefundFields({ form, base }: { form: Form; base: ActionPreview }) {
  const say = useMessages();
  const can = base.can.refund as NonNullable<ActionPreview['can']['refund']>;
  const { currency, lines } = base.payment;
  const { extent } = form.values;
  const choices = [
    ['whole', say.whole, true],
    ['part', say.part, can.part],
    ['prorated', say.proratedChoice, can.prorated],
    ['line', say.lineChoice, can.by_line && lines.length > 1],
  ] as const;
  const open = choices.filter(([, , isOpen]) => isOpen);
  return (
    <Stack gap="sm">
      {open.length > 1 && (
        <Radio.Group label={say.howMuch} {...form.getInputProps('extent')}>
          <Stack gap={6} mt={6}>
            {open.map(([value, label], index) => (
              <Radio key={value} value={value} label={label} data-autofocus={index === 0} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {extent === 'part' && (
        <TextInput
          label={say.amountIn(currency ?? '')}
          inputMode="decimal"
          autoComplete="off"
          maw={220}
          {...form.getInputProps('amount')}
        />
      )}
      {extent === 'line' && (
        <Select
          label={say.product}
          maw={320}
          data={lines.map(({ product_id }) => product_id)}
          {...form.getInputProps('line')}
        />
      )}
      {extent === 'whole' && can.keep && (
        <Radio.Group label={say.goods} {...form.getInputProps('goods')}>
          <Stack gap={6} mt={6}>
            <Radio value="take" label={say.take} description={say.takeAbout} />
            <Radio value="keep" label={say.keep} description={say.keepAbout} />
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  );
}

/** What would happen, by the choices so far. */
function Outlook({
  form: { values },
  target,
  wish,
  base,
}: {
  form: Form;
  target: Target;
  wish: Wish;
  base: ActionPreview;
}) {
  const say = useMessages();
  const format = useFormat();
  const { appid } = useApp();
  const [chosen] = useDebouncedValue(values, WAIT_MS);
  const isWhole =
    (chosen.extent !== 'part' || AMOUNT.test(chosen.amount.trim())) &&
    (chosen.extent !== 'line' || chosen.line !== '') &&
    (wish !== 'postpone' || Number(chosen.days) > 0);
  const asked = useGet(previewPath(appid, target), askOf(wish, chosen, base), {
    enabled: isWhole,
    staleTime: 0,
  });
  const shown = useLast(isWhole ? asked.data : undefined);
  // What was chosen before would be shown as the outcome of what is chosen now.
  if (asked.error) return <Unread query={asked} height={60} />;
  if (!shown) return null;
  const { obstacle, second_person: needsSecond, actions_left: left } = shown;
  if (obstacle !== null) {
    return (
      <Alert color="yellow" role="alert">
        {obstacle}
      </Alert>
    );
  }
  return (
    <Stack gap="xs" aria-live="polite">
      <Preview preview={shown} />
      {needsSecond && <Alert color="blue">{say.secondPerson}</Alert>}
      <Text size="xs" c="dimmed">
        {wish === 'refund' && say.noRules} {left !== null && say.leftToday(format.number(left))}
      </Text>
    </Stack>
  );
}
