// A call to copy into a terminal.
import { Code, Group } from '@mantine/core';
import { Card } from '../../components/card.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { useMessages } from './messages.ts';

export function Example({ about, text }: { about: string; text: string }) {
  const say = useMessages();
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
