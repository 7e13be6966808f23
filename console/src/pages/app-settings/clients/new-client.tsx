// Creates an OAuth client.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { useWords } from '../../../i18n/words.ts';
import { words as shared } from '../words.ts';
import { words } from './words.ts';

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

interface Props {
  readonly path: string;
  readonly onMade: (credentials: Credentials) => void;
}

export function NewClient({
  opened,
  onClose,
  ...rest
}: Props & { opened: boolean; onClose: () => void }) {
  const say = useWords(words);
  return (
    <Modal opened={opened} onClose={onClose} title={say.create}>
      <ClientForm {...rest} />
    </Modal>
  );
}

function ClientForm({ path, onMade }: Props) {
  const say = useWords(words);
  const common = useWords(shared);
  const form = useForm({ initialValues: { name: '' } });
  const create = useAction({
    run: ({ name }: { name: string }) =>
      call<Credentials>('POST', path, { body: { name: name.trim() } }),
    refreshes: [path],
    form,
    after: onMade,
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack>
        <TextInput
          label={common.name}
          description={say.nameAbout}
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
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
