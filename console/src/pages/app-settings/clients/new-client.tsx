// Creates an OAuth client.
import { TextInput } from '@mantine/core';
import { call } from '../../../api.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useWords } from '../../../i18n/words.ts';
import { words as shared } from '../words.ts';
import { words } from './words.ts';

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

export function NewClient({
  opened,
  path,
  onMade,
  onClose,
}: {
  opened: boolean;
  path: string;
  onMade: (credentials: Credentials) => void;
  onClose: () => void;
}) {
  const say = useWords(words);
  const common = useWords(shared);
  return (
    <FormDialog
      opened={opened}
      title={say.create}
      action={say.create}
      initialValues={{ name: '' }}
      run={({ name }) => call<Credentials>('POST', path, { body: { name: name.trim() } })}
      refreshes={[path]}
      after={onMade}
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label={common.name}
          description={say.nameAbout}
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
    </FormDialog>
  );
}
