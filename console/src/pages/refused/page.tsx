// Refused verifications of an app: search, narrow, and why each was refused.
import { Modal, Stack, Text, Title } from '@mantine/core';
import { AppTime, timeFact } from '../../components/app-time.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { RefusedIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { ChoiceFilter } from '../../list/filter-bar.tsx';
import { ListTable } from '../../list/list-table.tsx';
import { useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { type IdKind, useAccountKinds } from '../../sales/id-search.tsx';
import { MarketName } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { playerFact } from '../../sales/player-fact.tsx';
import { printJson, RawText } from '../../sales/raw.tsx';
import { SaleFilters, useSaleFilters } from '../../sales/sale-filters.tsx';
import { useMessages } from './messages.ts';
import { OUTCOMES, OutcomeBadge, type Refused } from './outcome.tsx';

const SHA256 = /^[0-9a-f]{64}$/i;

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const kinds: Readonly<Record<string, IdKind>> = {
    ...useAccountKinds(),
    receipt_sha256: { label: say.receipt, shape: SHA256, wrong: say.wrongHash },
  };
  const filters = useSaleFilters(kinds, ['outcome']);
  const [{ show }, change] = useFilters(['show']);
  const columns = useColumns();
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="md">
        <SaleFilters filters={filters} kinds={kinds}>
          <ChoiceFilter
            label={say.outcome}
            any={say.anyOutcome}
            width={190}
            value={filters.values.outcome}
            onChange={(outcome) => filters.change({ outcome })}
            choices={OUTCOMES.map((value) => ({ value, label: say[value] }))}
          />
        </SaleFilters>
        <ListTable
          label={say.title}
          counted={say.counted}
          at={endpoint('/apps/{appid}/refused-verifications', { appid })}
          filters={filters.query}
          sort="-first_at"
          columns={columns}
          actions={({ refused_id }) => [
            {
              label: say.details,
              about: say.detailsOf(refused_id),
              onClick: () => change({ show: refused_id }),
            },
          ]}
          rowKey={({ refused_id }) => refused_id}
          minWidth={900}
          empty={filters.emptyOf(
            { title: say.none, about: say.noneAbout, icon: RefusedIcon },
            { title: say.notFound, about: say.notFoundAbout },
          )}
        />
      </Stack>
      <RefusedDialog id={show} onClose={() => change({ show: '' })} />
    </>
  );
}

function useColumns(): readonly Column<Refused>[] {
  const say = useMessages();
  const common = useSalesMessages();
  return [
    {
      label: say.refused,
      sorts: ['-first_at', 'first_at'],
      cell: ({ last_at, times }) => (
        <Stack gap={0}>
          <AppTime at={last_at} />
          {times > 1 && (
            <Text size="xs" c="dimmed">
              {say.times(times)}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      id: 'outcome',
      label: say.outcome,
      cell: (refused) => <OutcomeBadge refused={refused} />,
    },
    {
      id: 'reason',
      label: say.reason,
      cell: ({ reason }) => (
        <Text size="sm" maw={360} lineClamp={2} title={reason}>
          {reason}
        </Text>
      ),
    },
    {
      id: 'market',
      label: common.market,
      cell: ({ provider }) => <MarketName market={provider} />,
    },
    {
      id: 'account',
      label: common.account,
      cell: ({ account_uuid, player_id, product_id }) => (
        <Stack gap={0}>
          <Text size="xs" ff="monospace" maw={150} truncate title={account_uuid ?? ''}>
            {player_id === null ? account_uuid : String(player_id)}
          </Text>
          <Text size="xs" c="dimmed" maw={150} truncate title={product_id ?? ''}>
            {product_id}
          </Text>
        </Stack>
      ),
    },
  ];
}

function RefusedDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useMessages();
  return (
    <Modal opened={id !== ''} onClose={onClose} title={say.one} size="xl">
      {id !== '' && <Contents id={id} />}
    </Modal>
  );
}

function Contents({ id }: { id: string }) {
  const say = useMessages();
  const common = useSalesMessages();
  const { appid } = useApp();
  const refused = useGet(
    endpoint('/apps/{appid}/refused-verifications/{refused_id}', { appid, refused_id: id }),
  );
  const { data } = refused;
  if (!data) return <Unread query={refused} />;
  const price = [data.price, data.currency].filter((part) => part !== null).join(' ');
  return (
    <Stack>
      <OutcomeBadge refused={data} />
      <Text>{data.reason}</Text>
      <Facts
        facts={[
          { label: say.code, value: data.outcome },
          { label: common.market, value: <MarketName market={data.provider} /> },
          { label: say.kind, value: say[data.kind] },
          { label: common.product, value: data.product_id },
          { label: say.price, value: price || null },
          idFact(say.transaction, data.transaction_id),
          idFact(common.account, data.account_uuid),
          playerFact(say.player, appid, data.player_id),
          timeFact(say.first, data.first_at),
          {
            label: say.last,
            value: data.times > 1 ? <AppTime at={data.last_at} /> : null,
          },
          { label: say.attempts, value: data.times },
          idFact(say.receipt, data.receipt_sha256),
        ]}
      />
      {data.market_answer === null ? (
        <Text size="sm" c="dimmed">
          {say.noAnswer}
        </Text>
      ) : (
        <div>
          <Title order={3} size="h5" mb="xs">
            {say.answer}
          </Title>
          <RawText label={say.answer} text={readable(data.market_answer)} />
        </div>
      )}
    </Stack>
  );
}

/** A long answer is cut, and then it is no JSON any more. */
function readable(text: string): string {
  try {
    return printJson(JSON.parse(text));
  } catch {
    return text;
  }
}
