// One's own account: password, second factor, sessions.
import { Button, SimpleGrid, Stack, Text, Tooltip } from '@mantine/core';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { Card } from '../../components/card.tsx';
import type { Column } from '../../components/data-table.tsx';
import { IssuerRefusal } from '../../components/issuer-refusal.tsx';
import { NewPassword, useSamePassword } from '../../components/new-password.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TableCard } from '../../components/table-card.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useGet } from '../../queries.ts';
import { useSession } from '../../session.tsx';
import { ConnectionsCard, IssuerCard } from './issuer-cards.tsx';
import { useMessages } from './messages.ts';
import { SecondFactorCard } from './second-factor-card.tsx';

export function Page() {
  const say = useMessages();
  const { email, issuer, issuers } = useSession();
  return (
    <>
      <PageTitle title={say.title} about={email} />
      <Stack gap="lg">
        <IssuerRefusal />
        {issuer === undefined ? (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <PasswordCard />
            <SecondFactorCard />
          </SimpleGrid>
        ) : (
          <IssuerCard issuer={issuer} />
        )}
        {issuer === undefined && issuers && <ConnectionsCard />}
        <SessionsCard />
      </Stack>
    </>
  );
}

const EMPTY = { password: '', new_password: '', repeat: '' };

function PasswordCard() {
  const say = useMessages();
  const same = useSamePassword();
  return (
    <Card title={say.passwordTitle} about={say.passwordAbout}>
      <ActionForm
        action={say.change}
        initialValues={EMPTY}
        validate={{ repeat: (repeat, { new_password }) => same(repeat, new_password) }}
        fields={[
          {
            kind: 'password',
            name: 'password',
            label: say.password,
            autoComplete: 'current-password',
          },
        ]}
        run={({ password, new_password }) =>
          call('PUT', endpoint('/session/password'), { password, new_password })
        }
        done={say.changed}
        refreshes={[endpoint('/session/list')]}
        after={(_, form) => form.reset()}
      >
        {(form) => (
          <NewPassword
            password={form.getInputProps('new_password')}
            repeat={form.getInputProps('repeat')}
          />
        )}
      </ActionForm>
    </Card>
  );
}

type SessionRecord = Schema<'SessionRecord'>;

const LIST = endpoint('/session/list');

function SessionsCard() {
  const say = useMessages();
  const end = useAction({
    run: (session_id: string) =>
      call('DELETE', endpoint('/session/list/{session_id}', { session_id })),
    done: say.ended,
    refreshes: [LIST],
  });
  const deviceOf = ({ user_agent }: SessionRecord): string => {
    const device = nameDevice(user_agent);
    return device ? say.browserOn(device.browser, device.system) : say.unknownDevice;
  };
  const columns: readonly Column<SessionRecord>[] = [
    {
      label: say.device,
      cell: (row) => (
        <Tooltip label={row.user_agent} multiline maw={420}>
          <Text size="sm" span>
            {deviceOf(row)}
          </Text>
        </Tooltip>
      ),
    },
    { label: say.address, cell: ({ address }) => address },
    { label: say.since, cell: ({ created_at }) => <Time at={created_at} /> },
    { label: say.seen, cell: ({ seen_at }) => <Time at={seen_at} /> },
    {
      label: say.state,
      align: 'right',
      cell: (row) =>
        row.current ? (
          <StatusBadge tone="good">{say.here}</StatusBadge>
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={say.endOf(deviceOf(row))}
            loading={end.isPending && end.variables === row.session_id}
            onClick={() => end.mutate(row.session_id)}
          >
            {say.end}
          </Button>
        ),
    },
  ];
  return (
    <TableCard
      title={say.sessionsTitle}
      about={say.sessionsAbout}
      source={useGet(LIST)}
      rowKey={({ session_id }) => session_id}
      columns={columns}
      empty={{ title: say.none, about: say.sessionsAbout }}
    />
  );
}

// Which browser on which system a user agent speaks of, as far as people care.
const BROWSERS = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrom(e|ium)\//],
  ['Safari', /Safari\//],
] as const;

const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** Undefined for what is no browser. */
function nameDevice(
  userAgent: string,
): { readonly browser: string; readonly system: string } | undefined {
  const browser = BROWSERS.find(([, mark]) => mark.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
  return browser && system ? { browser, system } : undefined;
}
