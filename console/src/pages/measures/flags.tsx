// Players whom rules flagged: each waits until a person restricts the player or closes the flag.
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { DoneIcon, SearchIcon } from '../../components/icons.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { useLast } from '../../last.ts';
import { ListTable } from '../../list/list-table.tsx';
import { useEffectColumns } from '../../measures/effect-columns.tsx';
import type { Effect } from '../../measures/records.ts';
import { useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { type Prefill, RestrictDialog } from '../players/restrict-dialog.tsx';
import { EffectFilters, NARROW, narrowQuery } from './effect-filters.tsx';
import { useMessages } from './messages.ts';

type Asked = { readonly what: 'close' | 'restrict'; readonly flag: Effect };

export function Flags() {
  const say = useMessages();
  const { appid } = useApp();
  const mayDecide = useCan()('operator');
  const [filters, change] = useFilters([...NARROW, 'state', 'sort']);
  const [asked, setAsked] = useState<Asked>();
  const isOpen = filters.state !== 'closed';
  const isSearching = NARROW.some((name) => filters[name] !== '');
  const clear = () => change({ player: '', purchase: '', rule: '' });
  const { player, rule, state: status, causes, since } = useEffectColumns();
  const actions = (flag: Effect) => [
    {
      label: say.restrictPlayer,
      about: say.restrictOf(String(flag.player_id)),
      onClick: () => setAsked({ what: 'restrict', flag }),
    },
    {
      label: say.closeFlag,
      about: say.closeOf(String(flag.player_id)),
      onClick: () => setAsked({ what: 'close', flag }),
    },
  ];
  const close = () => setAsked(undefined);
  const last = useLast(asked);
  const prefillOf = usePrefill();
  return (
    <Stack>
      <Text size="sm" c="dimmed" maw={640}>
        {say.flagsAbout}
      </Text>
      <SegmentedControl
        aria-label={say.state}
        w="fit-content"
        value={isOpen ? 'open' : 'closed'}
        onChange={(chosen) => change({ state: chosen === 'closed' ? 'closed' : '', sort: '' })}
        data={[
          { value: 'open', label: say.open },
          { value: 'closed', label: say.closed },
        ]}
      />
      <EffectFilters
        filters={filters}
        onChange={change}
        onClear={isSearching ? clear : undefined}
      />
      <ListTable
        label={say.flags}
        counted={say.countedFlags}
        at={endpoint('/apps/{appid}/measures/flags', { appid })}
        filters={{ ...narrowQuery(filters), state: isOpen ? 'open' : 'closed' }}
        sort={isOpen ? 'since' : '-since'}
        columns={[player, status, rule, causes, since]}
        actions={mayDecide && isOpen && actions}
        rowKey={({ effect_id }) => effect_id}
        minWidth={860}
        empty={
          isSearching
            ? { icon: SearchIcon, title: say.noFlagsFound, about: say.noFlagsFoundAbout }
            : {
                icon: DoneIcon,
                title: isOpen ? say.noFlags : say.noClosedFlags,
                about: say.noFlagsAbout,
              }
        }
      />
      <RestrictDialog
        key={last?.flag.effect_id}
        playerId={String(last?.flag.player_id ?? '')}
        prefill={last && prefillOf(last.flag)}
        opened={asked?.what === 'restrict'}
        onClose={close}
        // The flag still waits: its note says what was decided.
        onRestricted={() => last && setAsked({ what: 'close', flag: last.flag })}
      />
      <CloseFlag flag={asked?.what === 'close' ? asked.flag : undefined} onClose={close} />
    </Stack>
  );
}

/** The type of the rule, and the purchases as the reason. */
function usePrefill(): (flag: Effect) => Prefill {
  const { appid } = useApp();
  const rules = useGet(endpoint('/apps/{appid}/measures/rules', { appid }));
  return ({ rule_id, rule_name, causes }) => {
    const { block_type: type, scope } =
      rules.data?.items.find((rule) => rule.rule_id === rule_id)?.measure ?? {};
    const ids = causes.map(({ service_transaction_id: id }) => id).join(', ');
    return {
      ...(type !== undefined && { block_type: String(type) }),
      ...(scope !== undefined && { scope }),
      comment: `${rule_name}: ${ids}`,
    };
  };
}

function CloseFlag({ flag, onClose }: { flag: Effect | undefined; onClose: () => void }) {
  const say = useMessages();
  const { appid } = useApp();
  const shown = useLast(flag);
  const name = { appid, effect_id: shown?.effect_id ?? '' };
  return (
    <FormDialog
      opened={flag !== undefined}
      title={say.closeTitle(String(shown?.player_id ?? ''))}
      action={say.closeFlag}
      initialValues={{ note: '' }}
      run={({ note }) =>
        call(
          'POST',
          endpoint('/apps/{appid}/measures/flags/{effect_id}/close', name),
          note === '' ? {} : { note },
        )
      }
      done={say.closeDone}
      refreshes={[
        endpoint('/apps/{appid}/measures/flags', { appid }),
        endpoint('/apps/{appid}/measures/effects', { appid }),
      ]}
      onClose={onClose}
      fields={[{ kind: 'lines', name: 'note', label: say.note, about: say.closeAbout }]}
    />
  );
}
