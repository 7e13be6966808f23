// The audit log: who changed what, of a project or of the whole installation.
import { Badge, Code, Space, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Column } from '../../components/data-table.tsx';
import { AuditIcon, SearchIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { ListTable } from '../../list/list-table.tsx';
import { useProject } from '../../place.tsx';
import { useActionNames } from './actions.ts';
import { ChangeDialog, ChangeSummary } from './change.tsx';
import { AuditFilters, FILTER, toQuery } from './filters.tsx';
import { useMessages } from './messages.ts';
import classes from './page.module.css';

type AuditRecord = Schema<'AuditRecord'>;

export function ProjectAudit() {
  const say = useMessages();
  const { game_index, name } = useProject();
  return <AuditLog about={say.aboutProject(name)} gameIndex={game_index} />;
}

export function InstallationAudit() {
  const say = useMessages();
  return <AuditLog about={say.aboutAll} />;
}

function AuditLog({ about, gameIndex }: { about: string; gameIndex?: number }) {
  const say = useMessages();
  const { nameOf } = useActionNames();
  const [filter, search] = useFilters(FILTER);
  const [shown, setShown] = useState<AuditRecord>();
  const isSearch = Object.values(filter).some((value) => value !== '');
  const columns: readonly Column<AuditRecord>[] = [
    { label: say.when, width: 120, sorts: ['-at', 'at'], cell: ({ at }) => <Time at={at} /> },
    {
      label: say.what,
      cell: ({ action, target }) => (
        <>
          <Text size="sm">{nameOf(action)}</Text>
          <Narrow
            text={target}
            about={say.onlyThing(target)}
            isCode
            onClick={() => search({ target })}
          />
        </>
      ),
    },
    {
      id: 'who',
      label: say.who,
      cell: ({ actor, actor_kind }) => (
        <>
          <Narrow text={actor} about={say.onlyWho(actor)} onClick={() => search({ actor })} />
          {actor_kind !== 'console' && (
            <Badge size="xs" color="gray" tt="none">
              {say[actor_kind]}
            </Badge>
          )}
        </>
      ),
    },
    { id: 'change', label: say.change, cell: (record) => <ChangeSummary record={record} /> },
  ];
  return (
    <>
      <PageTitle title={say.title} about={about} />
      <AuditFilters filter={filter} onChange={search} />
      <Space h="md" />
      <ListTable
        label={say.title}
        counted={say.counted}
        at={endpoint('/audit')}
        filters={{ ...toQuery(filter), game_index: gameIndex }}
        sort="-at"
        columns={columns}
        actions={(record) => [
          {
            label: say.details,
            about: say.detailsOf(nameOf(record.action), record.target),
            onClick: () => setShown(record),
          },
        ]}
        rowKey={({ audit_id }) => audit_id}
        minWidth={860}
        empty={
          isSearch
            ? { title: say.noMatch, about: say.noMatchAbout, icon: SearchIcon }
            : { title: say.none, about: say.noneAbout, icon: AuditIcon }
        }
      />
      <ChangeDialog record={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

/** A value that narrows the search to itself. */
function Narrow({
  text,
  about,
  isCode = false,
  onClick,
}: {
  text: string;
  about: string;
  isCode?: boolean;
  onClick: () => void;
}) {
  return (
    <Tooltip label={about}>
      <UnstyledButton onClick={onClick} display="block" maw={isCode ? 250 : 210}>
        {isCode ? (
          <Code className={classes.code}>{text}</Code>
        ) : (
          <Text size="sm" truncate>
            {text}
          </Text>
        )}
      </UnstyledButton>
    </Tooltip>
  );
}
