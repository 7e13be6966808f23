// Restricts a player, or changes the restriction there is.
import {
  Alert,
  Button,
  Group,
  Modal,
  SegmentedControl,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { endpoint } from '../../endpoint.ts';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useStatusNames } from '../../restrictions/messages.ts';
import { endOf, nowIn, weekFromNow } from '../../restrictions/period.ts';
import { PeriodFields } from '../../restrictions/period-fields.tsx';
import {
  isPlayerId,
  type RestrictionRecord,
  type RestrictionStatus,
} from '../../restrictions/records.ts';
import { useTermsText } from '../../restrictions/terms.tsx';
import { NoTypes, TypeSelect } from '../../restrictions/type-select.tsx';
import { useTypes } from '../../restrictions/types.ts';
import { useMessages } from './messages.ts';

export function RestrictDialog({
  playerId,
  current,
  prefill,
  opened,
  onClose,
  onRestricted,
}: {
  /** Absent: it is asked for. */
  playerId?: string;
  current?: RestrictionRecord | null;
  /** What the form begins with. */
  prefill?: Prefill;
  opened: boolean;
  onClose: () => void;
  onRestricted?: () => void;
}) {
  const say = useMessages();
  const types = useTypes();
  const title = () => {
    if (playerId === undefined) return say.restrict;
    return current ? say.changeTitle(playerId) : say.restrictTitle(playerId);
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title()} size="lg">
      {types.data?.items.length === 0 ? (
        <NoTypes />
      ) : (
        <RestrictForm
          playerId={playerId}
          current={current}
          prefill={prefill}
          onClose={onClose}
          onRestricted={onRestricted}
        />
      )}
    </Modal>
  );
}

export interface RestrictValues {
  readonly player_id: string;
  readonly status: RestrictionStatus;
  readonly block_type: string | null;
  readonly start_date: string;
  readonly end_date: string;
  readonly comment: string;
}

export type Prefill = Partial<Pick<RestrictValues, 'block_type' | 'comment'>>;

function useRestrictForm(
  playerId: string | undefined,
  current: RestrictionRecord | null,
  prefill: Prefill,
) {
  const say = useMessages();
  const { time_zone: zone } = useApp();
  const week = weekFromNow(zone);
  return useForm<RestrictValues>({
    initialValues: {
      player_id: playerId ?? '',
      status: current?.status ?? 'B',
      block_type: current ? String(current.block_type) : (prefill.block_type ?? null),
      start_date: current?.start_date ?? week.start_date,
      end_date: current?.status === 'B' ? current.end_date : week.end_date,
      comment: prefill.comment ?? '',
    },
    validate: {
      player_id: (id) => (isPlayerId(id.trim()) ? null : say.playerIdWrong),
      block_type: (type) => (type === null ? say.needed : null),
      start_date: (start, { status, end_date }) => {
        if (start === '') return say.needed;
        return status === 'B' && end_date !== '' && start > end_date ? say.startAfterEnd : null;
      },
      end_date: (end, { status }) => {
        if (status === 'P') return null;
        if (end === '') return say.needed;
        return end < nowIn(zone) ? say.endPassed : null;
      },
    },
  });
}

export function RestrictForm({
  playerId,
  current: known,
  prefill = {},
  onClose,
  onRestricted,
}: {
  playerId: string | undefined;
  /** Undefined: it is looked up, and said. */
  current: RestrictionRecord | null | undefined;
  prefill?: Prefill | undefined;
  onClose: () => void;
  onRestricted?: (() => void) | undefined;
}) {
  const say = useMessages();
  const statuses = useStatusNames();
  const { appid } = useApp();
  const current = known ?? null;
  const form = useRestrictForm(playerId, current, prefill);
  const restrict = useAction({
    run: ({ player_id, block_type, end_date, comment, ...terms }: RestrictValues) =>
      call(
        'PUT',
        endpoint('/apps/{appid}/players/{player_id}/restriction', {
          appid,
          player_id: player_id.trim(),
        }),
        {
          ...terms,
          block_type: Number(block_type),
          end_date: endOf(terms.status, end_date),
          ...(comment !== '' && { comment }),
        },
      ),
    done: ({ player_id }) => (current ? say.doneChange : say.done)(String(player_id)),
    leadsTo: ({ player_id }) => ({
      to: appPath(appid, `/players/${player_id}`),
      label: say.openPlayer,
    }),
    refreshes: [
      endpoint('/apps/{appid}/restrictions', { appid }),
      endpoint('/apps/{appid}/players/{player_id}', {
        appid,
        player_id: form.values.player_id.trim(),
      }),
    ],
    form,
    after: () => {
      onClose();
      onRestricted?.();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => restrict.mutate(values))} noValidate>
      <Stack>
        {playerId === undefined && (
          <TextInput
            label={say.playerId}
            inputMode="numeric"
            autoComplete="off"
            required
            data-autofocus
            {...form.getInputProps('player_id')}
          />
        )}
        {known === undefined && <AlreadyRestricted typed={form.values.player_id.trim()} />}
        <TypeSelect label={say.type} required {...form.getInputProps('block_type')} />
        <SegmentedControl
          aria-label={say.status}
          data={[
            { value: 'B', label: statuses.B },
            { value: 'P', label: statuses.P },
          ]}
          {...form.getInputProps('status')}
        />
        <PeriodFields form={form} />
        <Textarea
          label={say.comment}
          description={say.commentAbout}
          autosize
          minRows={2}
          maxLength={1_000}
          {...form.getInputProps('comment')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {say.cancel}
          </Button>
          <Button type="submit" loading={restrict.isPending}>
            {current ? say.change : say.restrictThis}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Says so before the form is sent: it would change what somebody else has decided. */
function AlreadyRestricted({ typed }: { typed: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const termsOf = useTermsText();
  const [id] = useDebouncedValue(typed, 250);
  const player = useGet(
    endpoint('/apps/{appid}/players/{player_id}', { appid, player_id: id }),
    {},
    { enabled: isPlayerId(id) },
  );
  const found = isPlayerId(id) ? player.data?.restriction : undefined;
  return found ? <Alert color="yellow">{say.already(termsOf(found))}</Alert> : null;
}
