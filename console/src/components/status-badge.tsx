// A state as a short label, coloured by its meaning.
import { Badge } from '@mantine/core';

const COLORS = {
  good: 'green',
  busy: 'blue',
  warning: 'yellow',
  bad: 'red',
  quiet: 'gray',
} as const;

export function StatusBadge({ tone, children }: { tone: keyof typeof COLORS; children: string }) {
  return (
    <Badge color={COLORS[tone]} size="sm" tt="none" miw="max-content">
      {children}
    </Badge>
  );
}
