// Bulk work: a new list, and the lists of the last days with how far they are.
import { Anchor, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { AppTime } from '../../components/app-time.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { BulkIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { useActorName } from '../../restrictions/actors.ts';
import { useScopeName } from '../../restrictions/scopes.tsx';
import { useWatch } from '../../watch.ts';
import { JobState } from './job-state.tsx';
import { useMessages } from './messages.ts';
import { NewList } from './new-list.tsx';
import { type JobRecord, titleOf } from './records.ts';

const LOOK_EVERY_MS = 2_000;

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const can = useCan();
  const jobs = useKeyset(endpoint('/apps/{appid}/bulk', { appid }));
  const columns = useColumns();
  const isBusy = jobs.items.some(({ state }) => state === 'running');
  useWatch(endpoint('/apps/{appid}/bulk', { appid }), LOOK_EVERY_MS, isBusy);
  return (
    <>
      <PageTitle title={say.title} about={say.about} />
      <Stack gap="lg">
        {can('operator') && <NewList />}
        <DataTable
          label={say.jobs}
          columns={columns}
          source={jobs}
          rowKey={(job) => job.job_id}
          empty={{ icon: BulkIcon, title: say.noJobs, about: say.noJobsAbout }}
        />
      </Stack>
    </>
  );
}

function useColumns(): readonly Column<JobRecord>[] {
  const say = useMessages();
  const format = useFormat();
  const { appid } = useApp();
  const whoDid = useActorName();
  const scopeName = useScopeName();
  return [
    {
      label: say.job,
      cell: (job) => {
        const rows = format.number(job.total);
        return (
          <Anchor component={Link} to={appPath(appid, `/bulk/${job.job_id}`)} size="sm">
            {titleOf(job, say)(rows)}
            {job.scope !== undefined && ` · ${scopeName(job.scope)}`}
          </Anchor>
        );
      },
    },
    { label: say.state, cell: (job) => <JobState job={job} /> },
    { label: say.comment, cell: (job) => job.comment },
    { label: say.who, cell: (job) => whoDid(job) },
    { label: say.when, cell: (job) => <AppTime at={job.created_at} /> },
  ];
}
