// Restriction types of an app: the list, with a link to create one.
import { Anchor, Badge, Group, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { AddButton } from '../../components/add-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { TypesIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useLanguageName, useTypeName } from '../../restrictions/terms.tsx';
import { LANGUAGE_CODES, type TypeRecord, useTypes } from '../../restrictions/types.ts';
import { DeleteType } from './delete-type.tsx';
import { KindBadge } from './kind-choice.tsx';
import { useMessages } from './messages.ts';

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const can = useCan();
  const types = useTypes();
  const nameOf = useTypeName();
  const [going, setGoing] = useState<TypeRecord>();
  const columns = useColumns();
  const create = can('admin') && <AddButton label={say.create} to={appPath(appid, '/types/new')} />;
  return (
    <>
      <PageTitle title={say.title} about={say.about}>
        {types.data?.items.length !== 0 && create}
      </PageTitle>
      <DataTable
        label={say.title}
        columns={columns}
        actions={(type) => [
          {
            label: can('admin') ? say.edit : say.view,
            about: (can('admin') ? say.editOf : say.viewOf)(nameOf(type)),
            to: appPath(appid, `/types/${type.block_type}`),
          },
          can('admin') && {
            label: say.delete,
            about: say.deleteOf(nameOf(type)),
            variant: 'subtle',
            color: 'red',
            onClick: () => setGoing(type),
          },
        ]}
        source={types}
        rowKey={(type) => type.block_type}
        minWidth={720}
        empty={{
          icon: TypesIcon,
          title: say.none,
          about: can('admin') ? say.noneAdmin : say.noneViewer,
          children: create,
        }}
      />
      <DeleteType type={going} onClose={() => setGoing(undefined)} />
    </>
  );
}

function useColumns(): readonly Column<TypeRecord>[] {
  const say = useMessages();
  const nameOf = useTypeName();
  const { language } = useLanguage();
  const { appid } = useApp();
  const pathOf = (type: TypeRecord): string => appPath(appid, `/types/${type.block_type}`);
  return [
    {
      label: say.number,
      width: 72,
      cell: (type) => (
        <Text size="sm" c="dimmed">
          {type.block_type}
        </Text>
      ),
    },
    {
      label: say.name,
      cell: (type) => (
        <>
          <Anchor component={Link} to={pathOf(type)} size="sm">
            {nameOf(type)}
          </Anchor>
          <Text size="xs" c="dimmed">
            {language === 'ko' ? type.type_en_name : type.type_name}
          </Text>
        </>
      ),
    },
    { label: say.kind, cell: (type) => <KindBadge kind={type.type_status} /> },
    { label: say.languages, cell: (type) => <Languages type={type} /> },
    {
      label: say.appeals,
      cell: ({ appeals }) => appeals && <StatusBadge tone="good">{say.on}</StatusBadge>,
    },
  ];
}

/** How many of the languages there are, and which are not. */
function Languages({ type: { reasons } }: { type: TypeRecord }) {
  const say = useMessages();
  const nameOf = useLanguageName();
  const missing = LANGUAGE_CODES.filter((code) => !reasons.some((each) => each.language === code));
  return (
    <Tooltip
      label={missing.length === 0 ? say.allThere : say.missing(missing.map(nameOf).join(', '))}
      multiline
      maw={360}
    >
      <Group gap={6} wrap="nowrap" display="inline-flex">
        {reasons.slice(0, 4).map(({ language }) => (
          <Badge key={language} size="sm" color="gray" tt="none">
            {language}
          </Badge>
        ))}
        <Text size="xs" c="dimmed" span>
          {say.of(reasons.length, LANGUAGE_CODES.length)}
        </Text>
      </Group>
    </Tooltip>
  );
}
