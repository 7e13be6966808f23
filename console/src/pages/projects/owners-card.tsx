// The owners of the installation, to whom every project belongs.

import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { Column } from '../../components/data-table.tsx';
import { TableCard } from '../../components/table-card.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useKeyset } from '../../queries.ts';
import { usePersonColumns } from '../members/person.tsx';
import { useMessages } from './messages.ts';

type Owner = Schema<'Account'>;

export function OwnersCard() {
  const say = useMessages();
  const { person, factor } = usePersonColumns();
  const since: Column<Owner> = {
    label: say.since,
    cell: ({ created_at }) => <Time at={created_at} />,
  };
  return (
    <TableCard
      title={say.owners}
      about={say.ownersAbout}
      aside={
        <Button variant="default" component={Link} to="/access">
          {say.inviteOwner}
        </Button>
      }
      source={useKeyset(endpoint('/owners'))}
      rowKey={({ account_id }) => account_id}
      columns={[person, factor, since]}
      minWidth={520}
    />
  );
}
