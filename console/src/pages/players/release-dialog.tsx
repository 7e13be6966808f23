// Releases players, with a comment: one, those that are chosen in the list, or all that match its filters.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from 'wouter';
import { call } from '../../api.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { appPath, useApp } from '../../place.tsx';
import { useScopeName } from '../../restrictions/scopes.tsx';
import { useMessages } from './messages.ts';

/** As many as one request takes. */
export const MOST_RELEASED = 500;

/** What every dialog here asks for. */
function useComment() {
  const say = useMessages();
  return {
    initialValues: { comment: '' },
    fields: [
      { kind: 'lines', name: 'comment', label: say.comment, about: say.commentAbout } as const,
    ],
  };
}

export function ReleaseDialog({
  playerId,
  scope,
  opened,
  onClose,
}: {
  playerId: string;
  /** Absent: the login. */
  scope: string | undefined;
  opened: boolean;
  onClose: () => void;
}) {
  const say = useMessages();
  const { appid } = useApp();
  const scopeName = useScopeName();
  const name = { appid, player_id: playerId };
  return (
    <FormDialog
      opened={opened}
      title={
        scope === undefined
          ? say.releaseTitle(playerId)
          : say.releaseScopeTitle(playerId, scopeName(scope))
      }
      about={scope === undefined ? say.releaseAbout : say.releaseScopeAbout}
      action={say.release}
      {...useComment()}
      run={({ comment }) =>
        call('POST', endpoint('/apps/{appid}/players/{player_id}/release', name), {
          ...(scope !== undefined && { scope }),
          ...(comment !== '' && { comment }),
        })
      }
      done={say.doneRelease(playerId)}
      refreshes={[
        endpoint('/apps/{appid}/restrictions', { appid }),
        endpoint('/apps/{appid}/players/{player_id}', name),
      ]}
      onCancel={onClose}
      onClose={onClose}
    />
  );
}

export function ReleaseMany({
  players,
  scope,
  onReleased,
}: {
  players: readonly string[];
  /** Empty: the login. */
  scope: string;
  onReleased: () => void;
}) {
  const say = useMessages();
  const format = useFormat();
  const { appid } = useApp();
  const [isOpen, { open, close }] = useDisclosure(false);
  const count = format.number(players.length);
  return (
    <>
      <Button size="xs" onClick={open} aria-haspopup="dialog">
        {say.releaseMany(count)}
      </Button>
      <FormDialog
        opened={isOpen}
        title={say.releaseManyTitle(count)}
        about={scope === '' ? say.releaseManyAbout : say.releaseManyScopeAbout}
        action={say.releaseMany(count)}
        {...useComment()}
        run={({ comment }) =>
          call('POST', endpoint('/apps/{appid}/restrictions/release', { appid }), {
            player_ids: [...players],
            ...(scope !== '' && { scope }),
            ...(comment !== '' && { comment }),
          })
        }
        done={({ released, not_restricted, not_allowed = [] }) =>
          say.doneMany(
            format.number(released.length),
            format.number(not_restricted.length),
            format.number(not_allowed.length),
          )
        }
        leadsTo={({ released, job_id }) =>
          job_id === null
            ? { to: appPath(appid, `/players/${released[0] ?? players[0]}`), label: say.openPlayer }
            : { to: appPath(appid, `/bulk/${job_id}`), label: say.undo }
        }
        refreshes={[
          endpoint('/apps/{appid}/restrictions', { appid }),
          endpoint('/apps/{appid}/bulk', { appid }),
        ]}
        after={onReleased}
        onCancel={close}
        onClose={close}
      />
    </>
  );
}

type Filters = Readonly<Record<string, string | undefined>>;

/** Releases as many as the dialog has named; if others match meanwhile, it only leads to the list. */
export function ReleaseMatching({
  total,
  query,
  onReleased,
}: {
  total: { readonly count: number; readonly is_exact: boolean };
  query: Filters;
  onReleased: () => void;
}) {
  const say = useMessages();
  const format = useFormat();
  const { appid } = useApp();
  const [, navigate] = useLocation();
  const [isOpen, { open, close }] = useDisclosure(false);
  const count = `${format.number(total.count)}${total.is_exact ? '' : '+'}`;
  const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value));
  const { block_type: type, ...texts } = filters;
  return (
    <>
      <Button size="xs" onClick={open} aria-haspopup="dialog">
        {say.releaseMany(count)}
      </Button>
      <FormDialog
        opened={isOpen}
        title={say.releaseManyTitle(count)}
        about={filters.scope ? say.releaseManyScopeAbout : say.releaseManyAbout}
        action={say.releaseMany(count)}
        {...useComment()}
        run={async ({ comment }) => {
          const job = await call('POST', endpoint('/apps/{appid}/bulk/release', { appid }), {
            ...texts,
            ...(type && { block_type: Number(type) }),
            ...(comment !== '' && { comment }),
          });
          if (job.total !== total.count || !total.is_exact) return job;
          return call('POST', endpoint('/apps/{appid}/bulk/{job_id}/apply', job));
        }}
        done={(job) =>
          job.state === 'ready' ? say.recount(format.number(job.total)) : say.releasingAll
        }
        refreshes={[
          endpoint('/apps/{appid}/restrictions', { appid }),
          endpoint('/apps/{appid}/bulk', { appid }),
        ]}
        after={({ job_id }) => {
          onReleased();
          navigate(appPath(appid, `/bulk/${job_id}`));
        }}
        onCancel={close}
        onClose={close}
      />
    </>
  );
}
