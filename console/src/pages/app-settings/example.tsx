// A call to copy into a terminal.
import { Code, Group } from '@mantine/core';
import { Card } from '../../components/card.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { useWords } from '../../i18n/words.ts';
import { words } from './words.ts';

export function Example({ about, text }: { about: string; text: string }) {
  const say = useWords(words);
  return (
    <Card title={say.tryIt} about={about}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code block className="secret">
          {text}
        </Code>
        <CopyButton text={text} />
      </Group>
    </Card>
  );
}
