// The kind of a type.
import { Badge } from '@mantine/core';
import { useMessages } from '../../i18n/messages.ts';
import type { TypeKind } from '../../restrictions/types.ts';
import { messages } from './messages.ts';

export function KindBadge({ kind }: { kind: TypeKind }) {
  const say = useMessages(messages);
  return (
    <Badge color={kind === 'O' ? 'red' : 'blue'} tt="none" fw={600} miw="fit-content">
      {say[kind]}
    </Badge>
  );
}
