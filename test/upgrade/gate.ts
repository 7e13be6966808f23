// One environment of a running service and the markets beside it, called from outside.
import { expectStatus, type Headers, type Json, send } from './wire.ts';

export type EnvironmentName = 'production' | 'sandbox';

export interface Gate {
  readonly name: EnvironmentName;
  readonly url: string;
  /** Below /admin/v1, with the admin token; `status` is the expected one. */
  admin(method: string, path: string, body?: object | string, status?: number): Promise<Json>;
  /** An app-server token of an OAuth client. */
  token(client: Client): Promise<string>;
  /** Generation 1 with a key, generation 2 with a token; the expected `result_code` is 0 unless said. */
  restrict(path: string, caller: Headers, body: object, resultCode?: number): Promise<Json>;
  /** Below /payment/v1. */
  pay(path: string, caller: Headers, body: object, status?: number): Promise<Json>;
  /** The emulator's /control. */
  control(path: string, body?: object): Promise<Json>;
}

export interface Client {
  readonly client_id: string;
  readonly client_secret: string;
}

export interface GateAddress {
  readonly name: EnvironmentName;
  readonly url: string;
  readonly emulatorUrl: string;
  readonly adminToken: string;
}

export function openGate({ name, url, emulatorUrl, adminToken }: GateAddress): Gate {
  const usual: Readonly<Record<string, number>> = { POST: 201, DELETE: 204 };
  return {
    name,
    url,
    admin: (method, path, body, status = usual[method] ?? 200) =>
      expectStatus(status, send(method, `${url}/admin/v1${path}`, body, bearer(adminToken))),
    async token(client) {
      const grant = { grant_type: 'client_credentials', ...client };
      return (await expectStatus(200, send('POST', `${url}/oauth/token`, grant))).access_token;
    },
    async restrict(path, caller, body, resultCode = 0) {
      const generation = 'service_certification_key' in body ? '' : '/v2';
      const headers = { iscrypt: '0', ...caller };
      const answer = await send('POST', `${url}${generation}/game/block/${path}`, body, headers);
      if (answer.body.result_code === resultCode) return answer.body;
      throw new Error(`${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
    },
    pay: (path, caller, body, status = 200) =>
      expectStatus(status, send('POST', `${url}/payment/v1/${path}`, body, caller)),
    async control(path, body) {
      const answer = await send(body ? 'POST' : 'GET', `${emulatorUrl}/control${path}`, body);
      if (answer.status < 300) return answer.body;
      throw new Error(`${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
    },
  };
}

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
export const appServer = (appid: string, token: string): Headers => ({
  'x-app-id': appid,
  ...bearer(token),
});
export const accessToken = (token: string): Headers => ({ 'x-access-token': token });
