// Finds by one id: which kind of id it is, and the id itself.
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { SearchIcon } from '../components/icons.tsx';
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
        <Group align="flex-start" gap="sm">
          <Select
            label={say.searchBy}
            w={230}
            allowDeselect={false}
            data={Object.entries(kinds).map(([name, { label }]) => ({ value: name, label }))}
            {...form.getInputProps('by')}
          />
          <TextInput
            label={say.searchFor}
            flex="1 1 240px"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('id')}
          />
          <Group gap="xs" mt={{ base: 0, sm: 25 }}>
            <Button type="submit" leftSection={<SearchIcon size={16} />}>
              {say.search}
            </Button>
            {id !== '' && (
              <Button variant="default" onClick={() => onSearch({ by: form.values.by, id: '' })}>
                {say.clear}
              </Button>
            )}
          </Group>
        </Group>
      </form>
    </search>
  );
}
