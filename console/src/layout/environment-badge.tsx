// The environment, hard to overlook, with a link to the other one.
import { Anchor, Badge, Group } from '@mantine/core';
import { SwitchIcon } from '../components/icons.tsx';
import type { Environment } from '../records.ts';
import { useMessages } from './messages.ts';

export function EnvironmentBadge({ environment, other }: Environment) {
  const say = useMessages();
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge className="environment" data-environment={environment} variant="filled" tt="none">
        {say[environment]}
      </Badge>
      {other && (
        <Anchor
          href={other.url}
          size="sm"
          className="switch"
          aria-label={other.environment === 'sandbox' ? say.toSandbox : say.toProduction}
          title={other.environment === 'sandbox' ? say.toSandbox : say.toProduction}
        >
          <SwitchIcon size={16} />
        </Anchor>
      )}
    </Group>
  );
}
