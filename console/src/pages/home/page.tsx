// Leads to the app that was looked at last, else to the first one; without any, says what to do first.
import { Button, Paper } from '@mantine/core';
import { Link, Redirect } from 'wouter';
import { Empty } from '../../components/empty.tsx';
import { Failure } from '../../components/failure.tsx';
import { ProjectsIcon } from '../../components/icons.tsx';
import { PageSkeleton } from '../../components/page-skeleton.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { appPath, lastApp, projectPath } from '../../place.tsx';
import { useAll, useGet } from '../../queries.ts';
import { useSession } from '../../session.tsx';
import { useMessages } from './messages.ts';

export function Page() {
  const last = lastApp();
  const app = useGet(
    endpoint('/apps/{appid}', { appid: last ?? '' }),
    {},
    { enabled: last !== null },
  );
  if (app.data) return <Redirect to={appPath(app.data.appid)} replace />;
  // An app that is gone is no reason to stop here.
  return app.isLoading ? <PageSkeleton /> : <FirstApp />;
}

function FirstApp() {
  const projects = useAll(endpoint('/projects'));
  const first = projects.data?.[0]?.game_index;
  const apps = useAll(endpoint('/projects/{game_index}/apps', { game_index: first ?? 0 }), {
    enabled: first !== undefined,
  });
  if (projects.error) return <Failure error={projects.error} />;
  if (projects.data?.length === 0) return <NoProject />;
  if (first === undefined || !apps.data) return <PageSkeleton />;
  const appid = apps.data[0]?.appid;
  return <Redirect to={appid === undefined ? projectPath(first) : appPath(appid)} replace />;
}

function NoProject() {
  const say = useMessages();
  const { owner } = useSession();
  return (
    <>
      <PageTitle title={say.title} />
      <Paper withBorder>
        <Empty
          title={say.noProject}
          about={owner ? say.createProject : say.noRole}
          icon={ProjectsIcon}
        >
          {owner && (
            <Button component={Link} to="/projects" mt="sm">
              {say.toProjects}
            </Button>
          )}
        </Empty>
      </Paper>
    </>
  );
}
