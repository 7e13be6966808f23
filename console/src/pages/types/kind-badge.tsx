// The kind of a type.
import { Badge } from '@mantine/core';
import type { TypeKind } from '../../restrictions/types.ts';
import { useMessages } from './messages.ts';

export function KindBadge({ kind }: { kind: TypeKind }) {
  const say = useMessages();
  return (
    <Badge color={kind === 'O' ? 'red' : 'blue'} tt="none" fw={600} miw="fit-content">
      {say[kind]}
    </Badge>
  );
}
