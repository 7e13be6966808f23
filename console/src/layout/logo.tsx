// The product's mark and name.
import { Group, Text } from '@mantine/core';
import mark from '../icon.svg';

/** Short: on a phone the mark alone. */
export function Logo({ isShort = false }: { isShort?: boolean }) {
  return (
    <Group gap={10} wrap="nowrap">
      <img src={mark} alt="" width={26} height={26} />
      <Text
        component="span"
        visibleFrom={isShort ? 'xs' : undefined}
        fw={700}
        size="lg"
        lh={1}
        className="logo-name"
      >
        Tollgate
      </Text>
    </Group>
  );
}
