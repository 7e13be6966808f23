// Which kind a type is, in one word.
import { Badge } from '@mantine/core';
import { useWords } from '../../i18n/words.ts';
import type { TypeKind } from './records.ts';
import { words } from './words.ts';

export function KindBadge({ kind }: { kind: TypeKind }) {
  const say = useWords(words);
  return (
    <Badge color={kind === 'O' ? 'red' : 'blue'} tt="none" fw={600} miw="fit-content">
      {say[kind]}
    </Badge>
  );
}
