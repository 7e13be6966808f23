// A project with one app, made through the admin API for as long as a test needs it.
import { randomUUID } from 'node:crypto';
import { administer, post, type TokenAnswer } from './client.ts';

export interface OtherApp {
  readonly gameIndex: number;
  readonly appid: string;
  readonly certificationKey: string;
  readonly token: string;
  remove(): Promise<void>;
}

export async function createOtherApp(): Promise<OtherApp> {
  const appid = `acceptance.${randomUUID()}`;
  const name = 'Acceptance test';
  const { game_index } = await administer<{ game_index: number }>('POST', '/projects', { name });
  const project = `/projects/${game_index}`;
  await administer('POST', `${project}/apps`, { appid, name });
  const { service_certification_key } = await administer<{ service_certification_key: string }>(
    'POST',
    `/apps/${appid}/keys`,
  );
  const client = await administer<{ client_id: string; client_secret: string }>(
    'POST',
    `${project}/clients`,
    { name },
  );
  const grant = { grant_type: 'client_credentials', ...client };
  const { body } = await post<TokenAnswer>('/oauth/token', grant);
  return {
    gameIndex: game_index,
    appid,
    certificationKey: service_certification_key,
    token: body.access_token,
    async remove() {
      await administer('DELETE', `/apps/${appid}`);
      await administer('DELETE', project);
    },
  };
}
