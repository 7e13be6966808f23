// One's own account: password, second factor, sessions.
import { SimpleGrid, Stack } from '@mantine/core';
import { PageTitle } from '../../components/page-title.tsx';
import { useWords } from '../../i18n/words.ts';
import { useSession } from '../../session.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { words } from './words.ts';

export function Page() {
  const say = useWords(words);
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
