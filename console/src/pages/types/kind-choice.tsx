// Which kind a type is; it decides what the popup looks like and cannot change later.
import { Badge, Group, Radio, SimpleGrid, Text } from '@mantine/core';
import { Card } from '../../components/card.tsx';
import type { TypeKind } from '../../restrictions/types.ts';
import { useMessages } from './messages.ts';
import classes from './types.module.css';

export function KindChoice({
  value,
  onChange,
  isFixed,
}: {
  value: TypeKind;
  onChange: (kind: TypeKind) => void;
  isFixed: boolean;
}) {
  const say = useMessages();
  const about = { O: say.aboutO, N: say.aboutN };
  if (isFixed) {
    return (
      <Group gap="sm">
        <KindBadge kind={value} />
        <Text size="sm" c="dimmed">
          {about[value]}
        </Text>
      </Group>
    );
  }
  return (
    <Card title={say.kind}>
      <Radio.Group
        aria-label={say.kind}
        value={value}
        onChange={(kind) => onChange(kind as TypeKind)}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {(['O', 'N'] as const).map((kind) => (
            <Radio.Card
              key={kind}
              value={kind}
              p="md"
              aria-label={say[kind]}
              className={classes.kind}
            >
              <Group wrap="nowrap" align="flex-start" gap="sm">
                <Radio.Indicator mt={2} />
                <div>
                  <Text size="sm">{say[kind]}</Text>
                  <Text size="xs" c="dimmed" mt={2}>
                    {about[kind]}
                  </Text>
                </div>
              </Group>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
    </Card>
  );
}

export function KindBadge({ kind }: { kind: TypeKind }) {
  const say = useMessages();
  return (
    <Badge color={kind === 'O' ? 'red' : 'blue'} tt="none" miw="max-content">
      {say[kind]}
    </Badge>
  );
}
