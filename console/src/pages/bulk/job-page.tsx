// One list: what it would do, applying it, how far that is, and every row.
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { call } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Unread } from '../../components/unread.tsx';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useReceiver } from '../../receivers.ts';
import { useActorName } from '../../restrictions/actors.ts';
import { useScopeName } from '../../restrictions/scopes.tsx';
import { useWatch } from '../../watch.ts';
import { DryRun, Outcome } from './counts.tsx';
import { JobState } from './job-state.tsx';
import { useMessages } from './messages.ts';
import { type JobRecord, titleOf, undoableOf, type Verdict, workOf } from './records.ts';
import { Rows } from './rows.tsx';

type JobEndpoint = Endpoint<'/apps/{appid}/bulk/{job_id}'>;

const LOOK_EVERY_MS = 1_000;

export function Page() {
  const { jobId = '' } = useParams();
  const { appid } = useApp();
  const path = endpoint('/apps/{appid}/bulk/{job_id}', { appid, job_id: jobId });
  const job = useGet(path);
  useWatch(path, LOOK_EVERY_MS, job.data?.state === 'running');
  if (!job.data) return <Unread query={job} />;
  return <Job path={path} job={job.data} />;
}

function Job({ path, job }: { path: JobEndpoint; job: JobRecord }) {
  const say = useMessages();
  const format = useFormat();
  const { appid } = useApp();
  const can = useCan();
  const [verdict, setVerdict] = useState<Verdict>();
  const whoDid = useActorName();
  const scopeName = useScopeName();
  const rows = format.number(job.total);
  const isApplied = job.state === 'running' || job.state === 'done';
  const isIdle = job.state === 'ready' || job.state === 'done';
  return (
    <>
      <PageTitle
        title={titleOf(job, say)(rows)}
        about={[
          job.scope && scopeName(job.scope),
          job.comment,
          say.by(whoDid(job)),
          job.skip_blocked ? say.skipped : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        <JobState job={job} />
        <Button variant="default" component={Link} to={appPath(appid, '/bulk')}>
          {say.back}
        </Button>
        <DownloadButton
          from={endpoint('/apps/{appid}/bulk/{job_id}/file', job)}
          label={job.state === 'done' ? say.resultFile : say.dryFile}
        />
        {job.undoes !== null && (
          <Button variant="default" component={Link} to={appPath(appid, `/bulk/${job.undoes}`)}>
            {say.undoOf}
          </Button>
        )}
        {can('operator') && job.state === 'done' && undoableOf(job) > 0 && <Undo job={job} />}
        {can('operator') && job.state === 'ready' && workOf(job) > 0 && <Apply job={job} />}
      </PageTitle>
      <Stack gap="lg">
        {isApplied && <Outcome job={job} />}
        <DryRun job={job} chosen={verdict} onChoose={setVerdict} />
        <Rows job={job} verdict={verdict} hasResults={isApplied} />
        {can('operator') && isIdle && <Remove path={path} />}
      </Stack>
    </>
  );
}

function Apply({ job }: { job: JobRecord }) {
  const say = useMessages();
  const format = useFormat();
  const { appid, game_index } = useApp();
  const { data: server } = useReceiver(game_index, 'restriction');
  const work = workOf(job);
  const players = format.number(work);
  const isRelease = job.action === 'release';
  return (
    <ConfirmButton
      title={say.applyTitle}
      action={say.apply}
      color="pine"
      run={() => call('POST', endpoint('/apps/{appid}/bulk/{job_id}/apply', job))}
      done={say.started}
      leadsTo={() => ({ to: appPath(appid, `/bulk/${job.job_id}`), label: say.openList })}
      refreshes={[endpoint('/apps/{appid}/bulk', { appid })]}
    >
      {isRelease ? say.applyRelease(players) : say.applyRestrict(players)}{' '}
      {isRelease
        ? say.applyReleaseUntold
        : job.scope === undefined &&
          server &&
          (server.url === null ? say.applyUntold : say.applyTold)}
      {job.total > work && (
        <Text size="sm" c="dimmed" mt="xs">
          {say.applyRest(format.number(job.total - work))}
        </Text>
      )}
    </ConfirmButton>
  );
}

/** Leads to the list that would undo this one. */
function Undo({ job }: { job: JobRecord }) {
  const say = useMessages();
  const { appid } = useApp();
  const [, navigate] = useLocation();
  return (
    <ConfirmButton
      button={{ variant: 'default' }}
      label={say.undo}
      title={say.undoTitle}
      action={say.undoCheck}
      color="pine"
      run={() => call('POST', endpoint('/apps/{appid}/bulk/{job_id}/undo', job), {})}
      done={say.undoMade}
      refreshes={[endpoint('/apps/{appid}/bulk', { appid })]}
      after={({ job_id }) => navigate(appPath(appid, `/bulk/${job_id}`))}
    >
      {job.action === 'restrict' ? say.undoAbout : say.undoReleaseAbout}
    </ConfirmButton>
  );
}

function Remove({ path }: { path: JobEndpoint }) {
  const say = useMessages();
  const { appid } = useApp();
  const [, navigate] = useLocation();
  return (
    <ConfirmButton
      button={{ variant: 'subtle', color: 'red', style: { alignSelf: 'flex-end' } }}
      title={say.deleteTitle}
      action={say.delete}
      run={async () => {
        await call('DELETE', path);
        navigate(appPath(appid, '/bulk'));
      }}
      done={say.deleted}
      refreshes={[endpoint('/apps/{appid}/bulk', { appid })]}
    >
      {say.deleteAbout}
    </ConfirmButton>
  );
}
