// Invites somebody with a role; the link is shown once.
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { roleNames } from '../../i18n/roles.ts';
import { useWords } from '../../i18n/words.ts';
import type { Role } from '../../records.ts';
import { words } from './words.ts';

export interface NewInvitation {
  readonly email: string;
  readonly link: string;
}

interface Props {
  readonly path: string;
  /** To choose from; absent where an invitation can be for one thing only. */
  readonly roles?: readonly Role[];
  readonly onMade: (invitation: NewInvitation) => void;
}

export function InviteDialog({
  opened,
  onClose,
  ...rest
}: Props & { opened: boolean; onClose: () => void }) {
  const say = useWords(words);
  return (
    <Modal opened={opened} onClose={onClose} title={say.invite}>
      <InviteForm {...rest} />
    </Modal>
  );
}

function InviteForm({ path, roles, onMade }: Props) {
  const say = useWords(words);
  const names = useWords(roleNames);
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'operator' },
  });
  const invite = useAction({
    run: ({ email, role }: { email: string; role: Role }) =>
      call<NewInvitation>('POST', path, {
        body: { email: email.trim(), ...(roles && { role }) },
      }),
    refreshes: [path],
    form,
    after: onMade,
  });
  return (
    <form onSubmit={form.onSubmit((values) => invite.mutate(values))}>
      <Stack>
        <TextInput
          label={say.email}
          type="email"
          required
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        {roles && (
          <Radio.Group label={say.role} {...form.getInputProps('role')}>
            <Stack gap="xs" mt={6}>
              {roles.map((role) => (
                <Radio
                  key={role}
                  value={role}
                  label={names[role]}
                  description={say[`${role}_about`]}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={invite.isPending}>
            {say.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
