// How many players are restricted now, by type.
import { Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../../components/card.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { nthColor } from '../../sales/colors.ts';
import type { Figures } from './figures.ts';
import { useMessages } from './messages.ts';

export function Restrictions({ figures: { overview } }: { figures: Figures }) {
  const say = useMessages();
  const format = useFormat();
  const { language } = useLanguage();
  const { appid } = useApp();
  const types = useGet(endpoint('/apps/{appid}/types', { appid }));
  const active = overview.now
    .filter(({ metric, value }) => metric === 'restriction.active' && value !== 0)
    .map(({ dimension, value }) => ({ type: dimension, count: Number(value) }))
    .sort((one, other) => other.count - one.count);
  const most = active[0]?.count ?? 1;
  const nameOf = (type: string): string => {
    const found = types.data?.items.find(({ block_type }) => String(block_type) === type);
    return found ? found[language === 'ko' ? 'type_name' : 'type_en_name'] : say.typeNumber(type);
  };
  return (
    <Card
      title={say.activeTitle}
      about={active.length === 0 ? say.activeNone : say.activeAbout}
      aside={
        <Anchor component={Link} to={appPath(appid, '/players')} size="sm">
          {say.toPlayers}
        </Anchor>
      }
    >
      <Stack gap="sm">
        {active.map(({ type, count }, index) => (
          <div key={type}>
            <Group justify="space-between" gap="xs" mb={4} wrap="nowrap">
              <Text size="sm" truncate>
                {nameOf(type)}
              </Text>
              <Text size="sm" fw={600}>
                {format.number(count)}
              </Text>
            </Group>
            <Progress
              value={(100 * count) / most}
              color={nthColor(index)}
              aria-label={`${nameOf(type)}: ${format.number(count)}`}
            />
          </div>
        ))}
      </Stack>
    </Card>
  );
}
