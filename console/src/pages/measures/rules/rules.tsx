// The rules of an app: what each says, whether it is on, and what it did in the past 30 days.
import { Anchor, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { AddButton } from '../../../components/add-button.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { MeasuresIcon } from '../../../components/icons.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useCauseNames } from '../../../measures/messages.ts';
import type { ListedRule, Rule } from '../../../measures/records.ts';
import { appPath, useApp, useCan } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { useScopeName } from '../../../restrictions/scopes.tsx';
import { useTypeNameOf } from '../../../restrictions/terms.tsx';
import { LIVE_MS } from '../../../sales/live.ts';
import { useMarketNames } from '../../../sales/messages.ts';
import { useMoney } from '../../../sales/money.ts';
import { useMessages } from './messages.ts';
import { RuleStateBadge } from './state-badge.tsx';
import { SwitchRule } from './switch-rule.tsx';

export function Rules() {
  const say = useMessages();
  const { appid } = useApp();
  const mayChange = useCan()('admin');
  const rules = useGet(
    endpoint('/apps/{appid}/measures/rules', { appid }),
    {},
    { refetchInterval: LIVE_MS },
  );
  const [switched, setSwitched] = useState<ListedRule>();
  const columns = useColumns();
  const create = mayChange && (
    <AddButton label={say.create} to={appPath(appid, '/measures/rules/new')} />
  );
  return (
    <>
      {create && rules.data?.items.length !== 0 && (
        <Group justify="flex-end" mb="md">
          {create}
        </Group>
      )}
      <DataTable
        label={say.rules}
        columns={columns}
        actions={
          mayChange &&
          ((rule) => [
            { label: say.switch, about: say.switchOf(rule.name), onClick: () => setSwitched(rule) },
          ])
        }
        source={rules}
        rowKey={({ rule_id }) => rule_id}
        minWidth={760}
        empty={{
          icon: MeasuresIcon,
          title: say.none,
          about: mayChange ? say.noneAdmin : say.noneViewer,
          children: create,
        }}
      />
      <SwitchRule rule={switched} onClose={() => setSwitched(undefined)} />
    </>
  );
}

function useColumns(): readonly Column<ListedRule>[] {
  const say = useMessages();
  const sentenceOf = useSentence();
  const { appid } = useApp();
  return [
    {
      label: say.name,
      cell: ({ rule_id, name }) => (
        <Anchor component={Link} to={appPath(appid, `/measures/rules/${rule_id}`)} size="sm">
          {name}
        </Anchor>
      ),
    },
    { label: say.state, width: 130, cell: (rule) => <RuleStateBadge rule={rule} /> },
    {
      label: say.says,
      cell: (rule) => {
        const { when, measure } = sentenceOf(rule);
        return (
          <>
            <Text size="sm">{when}</Text>
            <Text size="sm" c="dimmed">
              → {measure}
            </Text>
          </>
        );
      },
    },
    { label: say.recent, width: 150, cell: (rule) => <Recent rule={rule} /> },
  ];
}

/** How often it restricted and flagged players lately, with a link to them. */
function Recent({ rule: { rule_id, recent } }: { rule: ListedRule }) {
  const say = useMessages();
  const format = useFormat();
  const { appid } = useApp();
  const { restricted, flagged } = recent;
  if (restricted + flagged === 0) {
    return (
      <Text size="sm" c="dimmed">
        {say.noEffects}
      </Text>
    );
  }
  return (
    <Anchor component={Link} to={appPath(appid, `/measures/effects?rule=${rule_id}`)} size="sm">
      {restricted > 0 && <div>{say.restricted(format.number(restricted))}</div>}
      {flagged > 0 && <div>{say.flagged(format.number(flagged))}</div>}
    </Anchor>
  );
}

type Said = Pick<Rule, 'when' | 'measure' | 'until'>;

const USUAL_DAYS = 30;
const MOST_PRODUCTS = 2;

function useSentence(): (rule: Said) => { readonly when: string; readonly measure: string } {
  const say = useMessages();
  const causes = useCauseNames();
  const markets = useMarketNames();
  const typeNameOf = useTypeNameOf();
  const scopeName = useScopeName();
  const format = useFormat();
  const money = useMoney();

  const amountOf = ({ count = 1, money: sum, days = USUAL_DAYS }: Said['when']) => {
    if (sum) return say.worth(money.amount(sum.amount, sum.currency), days);
    return count === 1 ? undefined : say.times(format.number(count), days);
  };
  const productsOf = (products: readonly string[]) => {
    const shown = products.slice(0, MOST_PRODUCTS).join(', ');
    const more = products.length - MOST_PRODUCTS;
    return more > 0 ? `${shown} ${say.moreProducts(format.number(more))}` : shown;
  };
  const whenOf = (when: Said['when']) =>
    joined([
      sentenceStart(when.causes.map((cause) => causes[cause]).join(say.or)),
      amountOf(when),
      when.markets?.map((market) => markets[market]).join(', '),
      when.products && productsOf(when.products),
    ]);
  const measureOf = ({ measure, until }: Said) => {
    if (measure.action === 'flag') return say.thenFlag;
    const steps = (measure.steps ?? []).map(({ period_days: days }) =>
      days === undefined ? say.permanently : say.days(days),
    );
    return joined([
      say.thenRestrict(typeNameOf(measure.block_type ?? 0)),
      measure.scope && scopeName(measure.scope),
      steps.join(say.next),
      until.paid_again ? say.untilPaid : undefined,
    ]);
  };
  return (rule) => ({ when: whenOf(rule.when), measure: measureOf(rule) });
}

/** Names begin with a capital, of which a sentence needs one. */
const sentenceStart = (text: string): string => text.slice(0, 1) + text.slice(1).toLowerCase();

const joined = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' · ');
