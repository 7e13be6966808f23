// Finds by one id: which kind of id it is, and the id itself.
import { ActionIcon, CloseButton, Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { SearchIcon } from '../components/icons.tsx';
import { CHIP } from '../list/filter-bar.tsx';
import { useMessages } from './messages.ts';

export interface IdKind {
  readonly label: string;
  /** What such an id looks like, and what to say to another. */
  readonly shape?: RegExp;
  readonly wrong?: string;
}

/** The kinds of accounts that both purchases and subscriptions have. */
export function useAccountKinds() {
  const say = useMessages();
  return {
    account_uuid: {
      label: say.accountUuid,
      shape: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
      wrong: say.wrongUuid,
    },
    player_id: { label: say.playerId, shape: /^[1-9]\d{0,18}$/, wrong: say.wrongPlayer },
  } as const satisfies Record<string, IdKind>;
}

interface Search {
  /** A name of `kinds`. */
  readonly by: string;
  readonly id: string;
}

export function IdSearch({
  kinds,
  value,
  onSearch,
}: {
  kinds: Readonly<Record<string, IdKind>>;
  value: Search;
  onSearch: (search: Search) => void;
}) {
  const say = useMessages();
  const form = useForm<Search>({
    initialValues: value,
    validate: {
      id: (id, { by }) => {
        const { shape, wrong } = kinds[by] ?? {};
        return id.trim() === '' || !shape || shape.test(id.trim()) ? null : wrong;
      },
    },
  });
  const { setValues } = form;
  const { by, id } = value;
  // The address may change by going back, too.
  useEffect(() => setValues({ by, id }), [by, id, setValues]);
  return (
    <search>
      <form onSubmit={form.onSubmit((search) => onSearch({ ...search, id: search.id.trim() }))}>
        <Group align="flex-start" gap={6} wrap="nowrap">
          <Select
            {...CHIP}
            aria-label={say.searchBy}
            title={say.searchBy}
            w={{ base: 150, sm: 185 }}
            allowDeselect={false}
            comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
            data={Object.entries(kinds).map(([name, { label }]) => ({ value: name, label }))}
            {...form.getInputProps('by')}
          />
          <TextInput
            {...CHIP}
            aria-label={say.searchFor}
            placeholder={say.searchFor}
            miw={{ base: 110, sm: 165 }}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('id')}
          />
          <ActionIcon type="submit" size={30} radius="xl" aria-label={say.search}>
            <SearchIcon size={14} />
          </ActionIcon>
          {id !== '' && (
            <CloseButton
              size={30}
              radius="xl"
              aria-label={say.clear}
              onClick={() => onSearch({ by: form.values.by, id: '' })}
            />
          )}
        </Group>
      </form>
    </search>
  );
}
