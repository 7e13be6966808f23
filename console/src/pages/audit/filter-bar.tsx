// The conditions of the search.
import { Box, Button, Group, Paper, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { DateTimeInput } from '../../components/date-time-input.tsx';
import { SearchIcon } from '../../components/icons.tsx';
import { useActionNames } from './actions.ts';
import { useMessages } from './messages.ts';

export function FilterBar({
  filter,
  onSearch,
}: {
  filter: Filter;
  onSearch: (filter: Filter) => void;
}) {
  const say = useMessages();
  const { nouns } = useActionNames();
  const form = useForm<Filter>({ initialValues: filter });
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [isOpen, { toggle }] = useDisclosure(false);
  const isEmpty = Object.values(filter).every((value) => value === '');
  return (
    <Paper withBorder p="md" mb="lg" component="search">
      {/* On a phone the log comes first. */}
      <Button
        hiddenFrom="sm"
        variant="subtle"
        fullWidth
        leftSection={<SearchIcon size={16} />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {say.conditions}
      </Button>
      <Box
        component="form"
        visibleFrom={isOpen ? undefined : 'sm'}
        onSubmit={form.onSubmit(({ actor, target, ...rest }) =>
          onSearch({ ...rest, actor: actor.trim(), target: target.trim() }),
        )}
      >
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 5 }} spacing="sm">
          <TextInput label={say.who} description={say.whoHint} {...form.getInputProps('actor')} />
          <Select
            label={say.what}
            description={say.anything}
            data={nouns}
            searchable
            clearable
            {...form.getInputProps('action')}
            value={form.values.action || null}
            onChange={(value) => form.setFieldValue('action', value ?? '')}
          />
          <TextInput
            label={say.thing}
            description={say.thingHint}
            {...form.getInputProps('target')}
          />
          <DateTimeInput label={say.from} timeZone={timeZone} {...form.getInputProps('from')} />
          <DateTimeInput label={say.to} timeZone={timeZone} {...form.getInputProps('to')} />
        </SimpleGrid>
        <Group justify="flex-end" gap="xs" mt="sm">
          {!isEmpty && (
            <Button variant="default" onClick={() => onSearch(NO_FILTER)}>
              {say.clear}
            </Button>
          )}
          <Button type="submit" leftSection={<SearchIcon size={16} />}>
            {say.search}
          </Button>
        </Group>
      </Box>
    </Paper>
  );
}

// The filter of the audit log, in the URL so that it can be shared.
export const FILTER = ['actor', 'action', 'target', 'from', 'to'] as const;

/** `from` and `to` are on the reader's own clock. */
type Filter = Record<(typeof FILTER)[number], string>;

const NO_FILTER: Filter = { actor: '', action: '', target: '', from: '', to: '' };

/** As the admin API takes it. */
export function toQuery({ actor, action, target, from, to }: Filter) {
  return { actor, action, target, from: toInstant(from), to: toInstant(to) };
}

function toInstant(wall: string): string | undefined {
  const at = new Date(wall.replace(' ', 'T'));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
