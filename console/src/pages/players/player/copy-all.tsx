// Copies everything about the player as text.
import { Button } from '@mantine/core';
import { useAction } from '../../../action.ts';
import { copyText } from '../../../components/copy-button.tsx';
import { CopyIcon } from '../../../components/icons.tsx';
import type { RestrictionRecord } from '../../../restrictions/records.ts';
import { useMessages } from './messages.ts';
import { useTicket } from './ticket.ts';

export function CopyAll({
  playerId,
  restriction,
}: {
  playerId: string;
  restriction: RestrictionRecord | null;
}) {
  const say = useMessages();
  const write = useTicket(playerId, restriction);
  const copy = useAction({ run: async () => copyText(await write()), done: say.copied });
  return (
    <Button
      variant="default"
      leftSection={<CopyIcon size={16} />}
      loading={copy.isPending}
      onClick={() => copy.mutate()}
    >
      {say.copyAll}
    </Button>
  );
}
