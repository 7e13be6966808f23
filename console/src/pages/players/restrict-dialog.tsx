// Restricts a player, or changes the restriction there is.
import { Alert, Checkbox, Modal, SegmentedControl, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { call } from '../../api.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { endpoint } from '../../endpoint.ts';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useMessages as useShared, useStatusNames } from '../../restrictions/messages.ts';
import { endOf, nowIn, weekFromNow } from '../../restrictions/period.ts';
import { PeriodFields } from '../../restrictions/period-fields.tsx';
import {
  isPlayerId,
  type RestrictionRecord,
  type RestrictionStatus,
  restrictionsOf,
} from '../../restrictions/records.ts';
import { LOGIN, ScopeSelect, useScopeName } from '../../restrictions/scopes.tsx';
import { useTermsText } from '../../restrictions/terms.tsx';
import { NoTypes, TypeSelect } from '../../restrictions/type-select.tsx';
import { useTypes } from '../../restrictions/types.ts';
import { useMessages } from './messages.ts';

interface RestrictValues {
  readonly player_id: string;
  readonly scope: string | null;
  readonly status: RestrictionStatus;
  readonly block_type: string | null;
  readonly start_date: string;
  readonly end_date: string;
  readonly with_devices: boolean;
  readonly comment: string;
}

export type Prefill = Partial<Pick<RestrictValues, 'scope' | 'block_type' | 'comment'>>;

export function RestrictDialog({
  playerId,
  current: known,
  hasDevices = false,
  restrictedIn = [],
  prefill = {},
  opened,
  onClose,
  onRestricted,
}: {
  /** Absent: it is asked for. */
  playerId?: string;
  /** Undefined: it is looked up, and said. */
  current?: RestrictionRecord | null;
  /** Whether the current one of the login includes devices. */
  hasDevices?: boolean;
  /** Scopes that are changed, not chosen here. */
  restrictedIn?: readonly string[];
  /** What the form begins with. */
  prefill?: Prefill;
  opened: boolean;
  onClose: () => void;
  onRestricted?: () => void;
}) {
  const say = useMessages();
  const common = useShared();
  const statuses = useStatusNames();
  const scopeName = useScopeName();
  const types = useTypes();
  const { appid, time_zone: zone } = useApp();
  const current = known ?? null;
  const week = weekFromNow(zone);
  const firstScope = restrictedIn.includes(LOGIN) ? null : LOGIN;
  const initialValues: RestrictValues = {
    player_id: playerId ?? '',
    scope: current ? (current.scope ?? LOGIN) : (prefill.scope ?? firstScope),
    status: current?.status ?? 'B',
    block_type: current ? String(current.block_type) : (prefill.block_type ?? null),
    start_date: current?.start_date ?? week.start_date,
    end_date: current?.status === 'B' ? current.end_date : week.end_date,
    with_devices: current !== null && hasDevices,
    comment: prefill.comment ?? '',
  };
  const title = () => {
    if (playerId === undefined) return say.restrict;
    if (current?.scope) return say.changeScopeTitle(playerId, scopeName(current.scope));
    return current ? say.changeTitle(playerId) : say.restrictTitle(playerId);
  };
  const ofPlayer = (player_id: string) => ({ appid, player_id: player_id.trim() });
  if (types.data?.items.length === 0) {
    return (
      <Modal opened={opened} onClose={onClose} title={title()} size="lg">
        <NoTypes />
      </Modal>
    );
  }
  return (
    <FormDialog
      opened={opened}
      title={title()}
      size="lg"
      action={current ? say.change : say.restrictThis}
      noValidate
      initialValues={initialValues}
      validate={{
        player_id: (id) => (isPlayerId(id.trim()) ? null : say.playerIdWrong),
        scope: (scope) => (scope === null ? say.needed : null),
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
      }}
      run={({ player_id, scope, block_type, end_date, with_devices, comment, ...terms }) =>
        call(
          'PUT',
          endpoint('/apps/{appid}/players/{player_id}/restriction', ofPlayer(player_id)),
          {
            ...terms,
            ...(scope !== null && { scope }),
            block_type: Number(block_type),
            end_date: endOf(terms.status, end_date),
            // Unsaid, a restriction that there is already keeps its devices.
            ...(scope === LOGIN && with_devices !== initialValues.with_devices && { with_devices }),
            ...(comment !== '' && { comment }),
          },
        )
      }
      done={({ player_id }) => (current ? say.doneChange : say.done)(String(player_id))}
      leadsTo={({ player_id }) => ({
        to: appPath(appid, `/players/${player_id}`),
        label: say.openPlayer,
      })}
      refreshes={({ player_id }) => [
        endpoint('/apps/{appid}/restrictions', { appid }),
        endpoint('/apps/{appid}/players/{player_id}', ofPlayer(player_id)),
      ]}
      after={onRestricted}
      fields={[
        playerId === undefined && {
          name: 'player_id',
          label: say.playerId,
          inputMode: 'numeric',
          autoComplete: 'off',
          required: true,
        },
      ]}
      onCancel={onClose}
      onClose={onClose}
    >
      {(form) => (
        <>
          {known === undefined && (
            <AlreadyRestricted
              typed={form.values.player_id.trim()}
              scope={form.values.scope ?? LOGIN}
            />
          )}
          {current === null && (
            <ScopeSelect
              label={say.scope}
              description={common.scopeAbout}
              required
              without={restrictedIn}
              {...form.getInputProps('scope')}
            />
          )}
          <TypeSelect label={say.type} required {...form.getInputProps('block_type')} />
          <SegmentedControl
            aria-label={say.status}
            data={(['B', 'P'] as const).map((value) => ({ value, label: statuses[value] }))}
            {...form.getInputProps('status')}
          />
          <PeriodFields form={form} />
          {form.values.scope === LOGIN && (
            <Checkbox
              label={say.withDevices}
              description={say.withDevicesAbout}
              {...form.getInputProps('with_devices', { type: 'checkbox' })}
            />
          )}
          <Textarea
            label={say.comment}
            description={say.commentAbout}
            autosize
            minRows={2}
            maxLength={1_000}
            {...form.getInputProps('comment')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Says so before the form is sent: it would change what somebody else has decided. */
function AlreadyRestricted({ typed, scope }: { typed: string; scope: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const termsOf = useTermsText();
  const [id] = useDebouncedValue(typed, 250);
  const player = useGet(
    endpoint('/apps/{appid}/players/{player_id}', { appid, player_id: id }),
    {},
    { enabled: isPlayerId(id) },
  );
  const all = isPlayerId(id) && player.data ? restrictionsOf(player.data) : [];
  const found = all.find((each) => (each.scope ?? LOGIN) === scope);
  return found ? <Alert color="yellow">{say.already(termsOf(found))}</Alert> : null;
}
