// One's own account: password, second factor, sessions.
import { SimpleGrid, Stack } from '@mantine/core';
import { call } from '../../api.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { Card } from '../../components/card.tsx';
import { NewPassword, useSamePassword } from '../../components/new-password.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { useSession } from '../../session.tsx';
import { useMessages } from './messages.ts';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function Page() {
  const say = useMessages();
  const { email } = useSession();
  return (
    <>
      <PageTitle title={say.title} about={email} />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <PasswordCard />
          <SecondFactorCard />
        </SimpleGrid>
        <SessionsCard />
      </Stack>
    </>
  );
}

const EMPTY = { password: '', new_password: '', repeat: '' };

function PasswordCard() {
  const say = useMessages();
  const same = useSamePassword();
  return (
    <Card title={say.passwordTitle} about={say.passwordAbout}>
      <ActionForm
        action={say.change}
        initialValues={EMPTY}
        validate={{ repeat: (repeat, { new_password }) => same(repeat, new_password) }}
        fields={[
          {
            kind: 'password',
            name: 'password',
            label: say.password,
            autoComplete: 'current-password',
          },
        ]}
        run={({ password, new_password }) =>
          call('PUT', endpoint('/session/password'), { password, new_password })
        }
        done={say.changed}
        refreshes={[endpoint('/session/list')]}
        after={(_, form) => form.reset()}
      >
        {(form) => (
          <NewPassword
            password={form.getInputProps('new_password')}
            repeat={form.getInputProps('repeat')}
          />
        )}
      </ActionForm>
    </Card>
  );
}
