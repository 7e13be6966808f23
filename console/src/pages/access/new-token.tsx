// Creates an admin token.
import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { useWords } from '../../i18n/words.ts';
import { words } from './words.ts';

/** Days; zero is for ever. */
const LIVES = [30, 90, 365, 0] as const;
const FIRST = { name: '', life: '90' };

interface Props {
  readonly path: string;
  readonly onMade: (token: string) => void;
}

export function NewToken({
  opened,
  onClose,
  ...rest
}: Props & { opened: boolean; onClose: () => void }) {
  const say = useWords(words);
  return (
    <Modal opened={opened} onClose={onClose} title={say.create}>
      <TokenForm {...rest} />
    </Modal>
  );
}

function TokenForm({ path, onMade }: Props) {
  const say = useWords(words);
  const form = useForm({ initialValues: FIRST });
  const create = useAction({
    run: ({ name, life }: typeof FIRST) =>
      call<{ token: string }>('POST', path, {
        body: { name: name.trim(), ...(life !== '0' && { expires_in_days: Number(life) }) },
      }),
    refreshes: [path],
    form,
    after: ({ token }) => onMade(token),
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack>
        <TextInput
          label={say.name}
          description={say.nameAbout}
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Select
          label={say.life}
          data={LIVES.map((days) => ({ value: String(days), label: say[`life_${days}`] }))}
          allowDeselect={false}
          {...form.getInputProps('life')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {say.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
