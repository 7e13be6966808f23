// One refused verification: what was sent, why it was refused, and what the market answered.
import { Modal, Stack, Text, Title } from '@mantine/core';
import { AppTime, timeFact } from '../../components/app-time.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { MarketName } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { playerFact } from '../../sales/player-fact.tsx';
import { printJson, RawText } from '../../sales/raw.tsx';
import { useMessages } from './messages.ts';
import { OutcomeBadge } from './outcome.tsx';

export function RefusedDialog({ id, onClose }: { id: string; onClose: () => void }) {
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
            value: data.times > 1 ? <AppTime at={data.last_at} absolute /> : null,
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
