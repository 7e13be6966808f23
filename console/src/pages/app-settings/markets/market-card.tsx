// One market: what is set, what the market says about it, and what can be done.
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../../../components/card.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DoneIcon, WarningIcon } from '../../../components/icons.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { Time } from '../../../components/time.tsx';
import { useLanguage } from '../../../i18n/language.tsx';
import { useApp, useCan } from '../../../place.tsx';
import type { Market } from '../../../sales/records.ts';
import { useApiUrl } from '../../../session.tsx';
import { useMessages as useShared } from '../messages.ts';
import { type Finding, useFindingText } from './finding.ts';
import { useMessages } from './messages.ts';
import { usePayMethodNames } from './pay-methods.tsx';
import type { Field } from './shape.ts';
import { SHAPES, useTitle, useWords } from './shapes.ts';
import { type FormerGateway, isAt, type MarketRecord, payMethodsOf } from './values.ts';

export function MarketCard({
  market,
  record,
  finding,
  isChecking,
  onCheck,
  onEdit,
  onRemove,
  onRemoveFormer,
}: {
  market: Market;
  record: MarketRecord | undefined;
  finding: Finding | undefined;
  isChecking: boolean;
  onCheck: () => void;
  onEdit: () => void;
  onRemove: () => void;
  onRemoveFormer: (gateway: FormerGateway) => void;
}) {
  const say = useMessages();
  const common = useShared();
  const can = useCan();
  const textOf = useFindingText(market);
  const name = useTitle()(market);
  const { language } = useLanguage();
  return (
    <Card title={name} about={SHAPES[market].about[language]} aside={<Light record={record} />}>
      <Stack>
        {record && <MarketFacts record={record} />}
        {record?.former && (
          <Former market={market} former={record.former} onRemove={onRemoveFormer} />
        )}
        {finding && (
          <Alert
            role="status"
            color={finding.ok ? 'green' : 'red'}
            icon={finding.ok ? <DoneIcon /> : <WarningIcon />}
            title={finding.ok ? say.fine : say.wrong}
          >
            {textOf(finding)}
          </Alert>
        )}
        {!finding && record?.refused && (
          <Alert color="red" icon={<WarningIcon />} title={say.wrong}>
            {textOf(record.refused as Pick<Finding, 'code' | 'details' | 'text'>)}
            <Text size="xs" mt={4}>
              {say.since} <Time at={record.refused.since} />
            </Text>
          </Alert>
        )}
        {record?.failing_since !== undefined && (
          <Alert color="red" icon={<WarningIcon />} title={say.failingTitle}>
            {say.failingAbout}
            <Text size="xs" mt={4}>
              {say.since} <Time at={record.failing_since} />
            </Text>
          </Alert>
        )}
        <Group gap="xs">
          {record && can('operator') && (
            <Button
              variant="light"
              aria-label={say.checkOf(name)}
              loading={isChecking}
              onClick={onCheck}
            >
              {say.check}
            </Button>
          )}
          {can('admin') && (
            <Button
              variant={record ? 'default' : 'filled'}
              aria-label={record ? say.editOf(name) : say.setUpOf(name)}
              onClick={onEdit}
            >
              {record ? common.edit : say.setUp}
            </Button>
          )}
          {record && can('admin') && (
            <Button variant="default" aria-label={say.removeOf(name)} onClick={onRemove}>
              {say.remove}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

/** Green only while nothing is known to be wrong. */
function Light({ record }: { record: MarketRecord | undefined }) {
  const say = useMessages();
  if (!record) return <StatusBadge tone="quiet">{say.notSet}</StatusBadge>;
  if (record.refused) return <StatusBadge tone="bad">{say.isRefused}</StatusBadge>;
  if (record.failing_since !== undefined) {
    return <StatusBadge tone="bad">{say.isFailing}</StatusBadge>;
  }
  return <StatusBadge tone="good">{say.isSet}</StatusBadge>;
}

function MarketFacts({ record }: { record: MarketRecord }) {
  const say = useMessages();
  const word = useWords(record.market);
  const { appid } = useApp();
  const namesOf = usePayMethodNames();
  const { settings, secrets, notices } = SHAPES[record.market];
  const show = ({ name, choices }: Field): string => {
    const value = record.settings[name];
    if (Array.isArray(value)) return namesOf(payMethodsOf(value));
    if (typeof value === 'boolean') return value ? say.yes : say.no;
    const choice = choices?.find((each) => each === value);
    if (choice !== undefined) return word(choice);
    return value === undefined ? say.notGiven : String(value);
  };
  const facts = [
    ...settings
      .filter((field) => isAt(field, record.settings.gateway))
      .map((field) => ({ label: word(field.name), value: show(field) })),
    ...secrets
      .filter((field) => isAt(field, record.settings.gateway))
      .map(({ name }) => ({
        label: word(name),
        value: record.secrets_set.includes(name) ? (
          <StatusBadge tone="good">{say.secretSet}</StatusBadge>
        ) : (
          <StatusBadge tone="quiet">{say.secretNotSet}</StatusBadge>
        ),
      })),
  ];
  return (
    <>
      <Facts facts={facts} />
      {notices && <Address path={notices(appid, record.settings)} />}
    </>
  );
}

/** Gateways that the app used before, and a way to forget them. */
function Former({
  market,
  former,
  onRemove,
}: {
  market: Market;
  former: NonNullable<MarketRecord['former']>;
  onRemove: (gateway: FormerGateway) => void;
}) {
  const say = useMessages();
  const word = useWords(market);
  const can = useCan();
  return (
    <Part title={say.former} about={say.formerAbout}>
      <Stack gap={6}>
        {former.map(({ gateway, replaced_at }) => (
          <Group key={gateway} gap="xs" justify="space-between">
            <Text size="sm">
              {word(gateway)} · {say.formerUntil} <Time at={replaced_at} />
            </Text>
            {can('admin') && (
              <Button
                size="xs"
                variant="default"
                aria-label={say.removeOf(word(gateway))}
                onClick={() => onRemove(gateway)}
              >
                {say.remove}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Part>
  );
}

function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        {about}
      </Text>
      {children}
    </div>
  );
}

function Address({ path }: { path: string }) {
  const say = useMessages();
  const address = `${useApiUrl()}${path}`;
  return (
    <Part title={say.notices} about={say.noticesAbout}>
      <Group gap="xs" wrap="nowrap">
        <Code block className="secret">
          {address}
        </Code>
        <CopyButton text={address} />
      </Group>
    </Part>
  );
}
