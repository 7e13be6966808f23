// The way to the alerts of the project one is in, with the number of open ones.
import { ActionIcon, Indicator } from '@mantine/core';
import { Link } from 'wouter';
import { useAttention } from '../attention.ts';
import { WarningIcon } from '../components/icons.tsx';
import { useFormat } from '../i18n/format.ts';
import { projectPath } from '../place.tsx';
import { useMessages } from './messages.ts';
import { useSurroundings } from './surroundings.ts';

export function AlertsLink() {
  const say = useMessages();
  const format = useFormat();
  const { gameIndex } = useSurroundings();
  const open = useAttention(gameIndex)?.alerts ?? 0;
  if (gameIndex === undefined) return null;
  return (
    <Indicator
      label={format.number(open)}
      size={16}
      offset={6}
      color="red"
      disabled={open === 0}
      // On a phone there is room for it only when it says something.
      {...(open === 0 && { visibleFrom: 'xs' })}
    >
      <ActionIcon
        component={Link}
        to={projectPath(gameIndex, '/alerts')}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={open === 0 ? say.alerts : say.openAlerts(format.number(open))}
      >
        <WarningIcon />
      </ActionIcon>
    </Indicator>
  );
}
