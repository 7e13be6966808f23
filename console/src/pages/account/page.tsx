// One's own account: password, second factor, sessions.
import { SimpleGrid, Stack } from '@mantine/core';
import { PageTitle } from '../../components/page-title.tsx';
import { useSession } from '../../session.tsx';
import { useMessages } from './messages.ts';
import { PasswordCard } from './password-card.tsx';
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
