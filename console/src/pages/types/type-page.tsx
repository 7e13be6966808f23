// One restriction type, there already or to be made.
import { Button } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { Empty } from '../../components/empty.tsx';
import { Unread } from '../../components/unread.tsx';
import { appPath, useApp } from '../../place.tsx';
import { useTypes } from '../../restrictions/types.ts';
import { useMessages } from './messages.ts';
import { TypeEditor } from './type-editor.tsx';

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const { blockType = '' } = useParams();
  const types = useTypes();
  if (blockType === 'new') return <TypeEditor />;
  if (!types.data) return <Unread query={types} />;
  const type = types.data.items.find((each) => String(each.block_type) === blockType);
  if (type) return <TypeEditor key={type.block_type} type={type} />;
  return (
    <Empty title={say.gone(blockType)} about={say.goneAbout}>
      <Button component={Link} to={appPath(appid, '/types')} variant="light">
        {say.back}
      </Button>
    </Empty>
  );
}
