// The keys of an app: certification keys for the restriction API, custom price keys for signed amounts.
import { Anchor, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { call } from '../../../api.ts';
import { endpoint } from '../../../endpoint.ts';
import { appPath, useApp } from '../../../place.tsx';
import { useApiUrl } from '../../../session.tsx';
import { Example } from '../example.tsx';
import { KeyCard } from './key-card.tsx';
import { useCertificationMessages, usePriceMessages } from './messages.ts';

export function Keys() {
  return (
    <Stack gap="lg">
      <CertificationKeys />
      <PriceKeys />
    </Stack>
  );
}

function CertificationKeys() {
  const say = useCertificationMessages();
  const { appid } = useApp();
  const apiUrl = useApiUrl();
  const path = endpoint('/apps/{appid}/keys', { appid });
  const rotation = endpoint('/apps/{appid}/keys/rotate', { appid });
  return (
    <>
      <KeyCard
        say={say}
        path={path}
        another={say.another}
        create={async () => (await call('POST', path)).service_certification_key}
        rotate={async (grace_seconds) =>
          (await call('POST', rotation, { grace_seconds })).service_certification_key
        }
        revoke={(key_id) =>
          call('DELETE', endpoint('/apps/{appid}/keys/{key_id}', { appid, key_id }))
        }
      />
      <Example about={say.example} text={exampleOf(apiUrl, appid)} />
    </>
  );
}

function PriceKeys() {
  const say = usePriceMessages();
  const { appid } = useApp();
  const rotation = endpoint('/apps/{appid}/price-keys/rotate', { appid });
  return (
    <KeyCard
      say={say}
      about={
        <>
          {say.about}{' '}
          <Anchor
            component={Link}
            to={appPath(appid, '/settings/products')}
            size="sm"
            style={{ whiteSpace: 'nowrap' }}
          >
            {say.products}
          </Anchor>
        </>
      }
      path={endpoint('/apps/{appid}/price-keys', { appid })}
      create={async () => (await call('POST', rotation, {})).price_key}
      rotate={async (grace_seconds) => (await call('POST', rotation, { grace_seconds })).price_key}
      revoke={(key_id) =>
        call('DELETE', endpoint('/apps/{appid}/price-keys/{key_id}', { appid, key_id }))
      }
    />
  );
}

const exampleOf = (apiUrl: string, appid: string): string =>
  `curl -s ${apiUrl}/game/block/type/get \\
  -H 'Content-Type: application/json' -H 'ISCRYPT: 0' \\
  -d '{"appid": "${appid}", "service_certification_key": "KEY"}'`;
