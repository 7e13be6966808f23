// Receipt, payload and the market's answer, folded away until they are needed.
import { Stack } from '@mantine/core';
import { printJson, Raw } from '../../sales/raw.tsx';
import type { PurchaseRecord } from '../../sales/records.ts';
import { useMessages } from './messages.ts';

export function Evidence({ purchase }: { purchase: PurchaseRecord }) {
  const say = useMessages();
  const { market_result, project_info, payload, receipt } = purchase;
  return (
    <Stack gap="xs" w="100%">
      {market_result && <Raw title={say.marketResult} text={printJson(market_result)} />}
      <Raw title={say.receipt} text={receipt} />
      {payload !== null && <Raw title={say.payload} text={payload} />}
      {project_info && <Raw title={say.projectInfo} text={printJson(project_info)} />}
    </Stack>
  );
}
