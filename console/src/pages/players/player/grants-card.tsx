// What operators gave to the player without a purchase: list, grant, revoke.
import { Autocomplete, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { AppTime } from '../../../components/app-time.tsx';
import { Card } from '../../../components/card.tsx';
import { Confirm } from '../../../components/confirm.tsx';
import { DateTimeInput } from '../../../components/date-time-input.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { Unread } from '../../../components/unread.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useApp, useCan } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { nowIn } from '../../../restrictions/period.ts';
import { momentOf } from '../../../sales/window.ts';
import { useGrants } from './data.ts';
import { useMessages } from './grant-messages.ts';

type Grant = Schema<'Grant'>;

const LONGEST = 1_000;

export function GrantsCard({ playerId }: { playerId: string }) {
  const say = useMessages();
  const can = useCan();
  const { appid, time_zone: zone } = useApp();
  const grants = useGrants(playerId);
  const { data } = grants;
  const [isGranting, setGranting] = useState(false);
  const [revoked, setRevoked] = useState<Grant>();
  const path = endpoint('/apps/{appid}/grants', { appid });
  return (
    <Card
      title={say.grants}
      about={say.about}
      aside={
        can('operator') && (
          <Button size="xs" variant="default" onClick={() => setGranting(true)}>
            {say.grant}
          </Button>
        )
      }
    >
      {!data && <Unread query={grants} height={40} />}
      {data?.items.length === 0 && <Text size="sm">{say.none}</Text>}
      <Stack gap="md">
        {data?.items.map((grant) => (
          <Entry key={grant.grant_id} grant={grant} onRevoke={() => setRevoked(grant)} />
        ))}
      </Stack>
      <FormDialog
        opened={isGranting}
        title={say.grant}
        action={say.grant}
        initialValues={{ product_id: '', reason: '', ends_at: '' }}
        validate={{
          product_id: (id) => (id.trim() === '' ? say.needed : null),
          reason: (text) => (text.trim() === '' ? say.needed : null),
          ends_at: (end) => (end !== '' && end <= nowIn(zone) ? say.passed : null),
        }}
        run={({ product_id, reason, ends_at }) => {
          const end = momentOf(ends_at, zone);
          return call('POST', path, {
            player_id: playerId,
            product_id: product_id.trim(),
            reason,
            ...(end !== undefined && { ends_at: end }),
          });
        }}
        done={say.granted}
        refreshes={[path]}
        onClose={() => setGranting(false)}
      >
        {(form) => (
          <>
            <ProductInput {...form.getInputProps('product_id')} />
            <Textarea
              label={say.reason}
              description={say.reasonAbout}
              autosize
              minRows={2}
              maxLength={LONGEST}
              {...form.getInputProps('reason')}
            />
            <DateTimeInput label={say.end} timeZone={zone} {...form.getInputProps('ends_at')} />
          </>
        )}
      </FormDialog>
      <Confirm
        asked={revoked}
        title={say.revokeTitle}
        action={say.revoke}
        run={({ grant_id }) =>
          call('DELETE', endpoint('/apps/{appid}/grants/{grant_id}', { appid, grant_id }))
        }
        done={say.revoked}
        refreshes={[path]}
        onClose={() => setRevoked(undefined)}
      >
        {({ product_id }) => say.revokeAbout(product_id)}
      </Confirm>
    </Card>
  );
}

/** Any id may be granted; those that are known are offered. */
function ProductInput(props: object) {
  const say = useMessages();
  const { appid } = useApp();
  const products = useGet(endpoint('/apps/{appid}/products', { appid }), { limit: 100 });
  return (
    <Autocomplete
      label={say.product}
      data={products.data?.items.map(({ product_id }) => product_id) ?? []}
      data-autofocus
      {...props}
    />
  );
}

function Entry({ grant, onRevoke }: { grant: Grant; onRevoke: () => void }) {
  const say = useMessages();
  const can = useCan();
  const { product_id, reason, granted_by, granted_at, ends_at, revoked_at } = grant;
  const hasEnded = ends_at !== null && Date.parse(ends_at) <= Date.now();
  const isOver = revoked_at !== null || hasEnded;
  const state = revoked_at !== null ? say.isRevoked : say.hasEnded;
  return (
    <article>
      <Group gap="4px 8px" justify="space-between">
        <Text size="sm" className="name">
          {product_id}
        </Text>
        <StatusBadge tone={isOver ? 'quiet' : 'good'}>{isOver ? state : say.inForce}</StatusBadge>
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {reason}
      </Text>
      <Group gap="xs" mt={4} justify="space-between">
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {granted_by} · <AppTime at={granted_at} /> ·{' '}
          {ends_at === null ? (
            say.forGood
          ) : (
            <>
              {say.until} <AppTime at={ends_at} />
            </>
          )}
        </Text>
        {can('operator') && !isOver && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={say.revokeOf(product_id)}
            onClick={onRevoke}
          >
            {say.revoke}
          </Button>
        )}
      </Group>
    </article>
  );
}
