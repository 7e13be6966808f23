// Access to the whole installation: admin tokens, further owners, the key that signs.
import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { ConfirmButton } from '../../components/confirm.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { useCan } from '../../place.tsx';
import { InvitationsCard } from '../members/invitations-card.tsx';
import { InviteDialog } from '../members/invite-dialog.tsx';
import { useMessages } from './messages.ts';
import { TokensCard } from './tokens-card.tsx';

export function Page() {
  const say = useMessages();
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="lg">
        <TokensCard />
        <Owners />
        <SigningKey />
      </Stack>
    </>
  );
}

function Owners() {
  const say = useMessages();
  const mayInvite = useCan()('owner');
  const [isInviting, { open, close }] = useDisclosure(false);
  return (
    <>
      <InvitationsCard
        title={say.owners}
        about={say.ownersAbout}
        aside={mayInvite && <Button onClick={open}>{say.invite}</Button>}
      />
      <InviteDialog opened={isInviting} onClose={close} />
    </>
  );
}

function SigningKey() {
  const say = useMessages();
  const rotate = (end_now: boolean) => call('POST', endpoint('/signing-keys/rotate'), { end_now });
  const done = ({ kid }: { kid: string }) => say.rotated(kid);
  const rotation = useAction({ run: () => rotate(false), done });
  return (
    <Card title={say.signing} about={say.signingAbout}>
      <Group>
        <Button variant="default" loading={rotation.isPending} onClick={() => rotation.mutate()}>
          {say.rotate}
        </Button>
        <ConfirmButton
          button={{ variant: 'default', color: 'red' }}
          title={say.endKeysTitle}
          action={say.endKeys}
          run={() => rotate(true)}
          done={done}
        >
          {say.endKeysAbout}
        </ConfirmButton>
      </Group>
    </Card>
  );
}
