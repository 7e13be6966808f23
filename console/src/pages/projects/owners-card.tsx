// The owners of the installation, to whom every project belongs.
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useKeyset } from '../../queries.ts';
import { usePersonColumns } from '../members/person.tsx';
import { useMessages } from './messages.ts';

type Owner = Schema<'Account'>;

export function OwnersCard() {
  const say = useMessages();
  const list = useKeyset(endpoint('/owners'));
  const { person, factor } = usePersonColumns();
  const columns: readonly Column<Owner>[] = [
    person,
    factor,
    { label: say.since, cell: ({ created_at }) => <Time at={created_at} /> },
  ];
  return (
    <Card
      title={say.owners}
      about={say.ownersAbout}
      aside={
        <Button variant="default" component={Link} to="/access">
          {say.inviteOwner}
        </Button>
      }
    >
      <DataTable
        label={say.owners}
        columns={columns}
        source={list}
        rowKey={({ account_id }) => account_id}
        minWidth={520}
        // Never empty: only owners see the list.
        empty={null}
      />
    </Card>
  );
}
