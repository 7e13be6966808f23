// Which of several faults is told: the order of checks in both generations.
import { before, describe, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import {
  assertSays,
  generation1,
  generation2,
  NO_DATE,
  NO_OBJECT,
  tokenValidation,
} from './generations.ts';
import { newPlayer, registerType, restriction } from './players.ts';

const PATHS = [
  '/game/block/type/set',
  '/game/block/type/delete',
  '/game/block/type/get',
  '/game/block/set',
  '/game/block/delete',
] as const;

suite(
  'order of checks',
  (gate) => {
    let app: TestApp;
    let stranger: TestApp;
    before(async () => {
      app = await gate.createApp();
      stranger = await gate.createApp();
      await registerType(gate, app);
    });

    /** Bodies, and what is wrong with each. */
    const notJson: readonly [string, string][] = [
      ['', 'empty'],
      ['{', 'not JSON, it ends too early'],
      ['nonsense', 'not JSON'],
      ['{"appid":}', 'not JSON'],
      ['{}x', 'not JSON (position 2)'],
    ];
    const notAnObject = ['null', '[]', '"text"', '5', 'true', '[{"appid":"app-1"}]'].map(
      (body) => [body, NO_OBJECT] as const,
    );

    describe('generation 1', () => {
      const { call, says } = generation1;
      const missing = (field: string, detail?: string) =>
        says(4000, { field, ...(detail !== undefined && { detail }) });
      // Wrong in every later way, too: the one parameter all endpoints share is the header.
      const wrong = { ISCRYPT: '1' };

      for (const path of PATHS) {
        describe(path, () => {
          test('a body that is no JSON object is told first', async () => {
            for (const [body, detail] of [...notJson, ...notAnObject]) {
              assertSays(await gate.post(path, body, wrong), missing('body', detail));
            }
            const nothing = await gate.post(path, undefined, { ISCRYPT: '0' });
            assertSays(nothing, missing('body', NO_OBJECT));
          });

          test('then appid and key have to be strings', async () => {
            for (const value of [undefined, null, 5, true, {}, ['x']]) {
              const fields = { appid: value, service_certification_key: 'wrong' };
              assertSays(await call(gate, app, path, fields, wrong), missing('appid'));
            }
            for (const value of [undefined, null, 5, {}]) {
              const fields = { appid: 'unknown', service_certification_key: value };
              assertSays(
                await call(gate, app, path, fields, wrong),
                missing('service_certification_key'),
              );
            }
          });

          test('then the app has to be known: 6000 comes before a wrong key', async () => {
            for (const appid of [
              'unknown',
              '',
              ' ',
              `${app.appid} `,
              app.appid.toUpperCase(),
              'a\0b',
            ]) {
              const fields = { appid, service_certification_key: 'wrong' };
              assertSays(await call(gate, app, path, fields, wrong), says(6000));
            }
          });

          test("then the key has to be the app's: 4002 comes before a wrong parameter", async () => {
            for (const key of ['wrong', '', `${app.key} `, app.key.slice(0, -1), stranger.key]) {
              const fields = { service_certification_key: key };
              assertSays(await call(gate, app, path, fields, wrong), says(4002));
            }
          });

          test('then the header ISCRYPT, before the other parameters', async () => {
            const fields = { block_type: 'x', player_id: 'x', language: 'x' };
            assertSays(await call(gate, app, path, fields, wrong), missing('ISCRYPT'));
          });
        });
      }

      test('then the parameters, before the rules', async () => {
        const fields = restriction(gate, newPlayer(), { block_type: 99, did: 'x' });
        assertSays(await call(gate, app, '/game/block/set', fields), missing('did'));
        const late = restriction(gate, newPlayer(), { block_type: 99, end_date: 'soon' });
        assertSays(await call(gate, app, '/game/block/set', late), missing('end_date', NO_DATE));
      });
    });

    describe('generation 2', () => {
      const { call, says } = generation2;
      const missing = (field: string, detail?: string) =>
        says(4000, { field, ...(detail !== undefined && { detail }) });
      const wrong = { ISCRYPT: '1' };
      const refused = (code: number) => ({
        ...says(2499),
        token_validation: tokenValidation(code),
      });

      for (const path of PATHS) {
        describe(`/v2${path}`, () => {
          test('the token is told first, before a body that is no JSON', async () => {
            for (const [body] of [...notJson, ...notAnObject, []]) {
              assertSays(await gate.post(`/v2${path}`, body, wrong), refused(1001));
              const headers = { ...wrong, 'X-Access-Token': 'nonsense' };
              assertSays(await gate.post(`/v2${path}`, body, headers), refused(1002));
            }
          });

          test('then the body has to be a JSON object with an appid', async () => {
            const token = await gate.token(app);
            const headers = { ...wrong, 'X-Access-Token': token };
            for (const [body, detail] of [...notJson, ...notAnObject]) {
              assertSays(await gate.post(`/v2${path}`, body, headers), missing('body', detail));
            }
            for (const appid of [undefined, null, 5, {}]) {
              assertSays(await call(gate, app, path, { appid }, wrong), missing('appid'));
            }
          });

          test('then the app has to be known', async () => {
            for (const appid of ['unknown', '', `${app.appid} `, 'a\0b']) {
              assertSays(await call(gate, app, path, { appid }, wrong), says(6000));
            }
          });

          test("then it has to be an app of the token's project", async () => {
            const fields = { appid: stranger.appid };
            assertSays(await call(gate, app, path, fields, wrong), refused(1008));
          });

          test('then the header ISCRYPT, before the other parameters', async () => {
            const fields = { block_type: 'x', player_id: 'x', language: 'x' };
            assertSays(await call(gate, app, path, fields, wrong), missing('ISCRYPT'));
          });
        });
      }

      test('then the parameters, before the rules', async () => {
        const fields = restriction(gate, newPlayer(), { block_type: 99, did: 'x' });
        assertSays(await call(gate, app, '/game/block/set', fields), missing('did'));
      });

      test('a certification key in the body is neither needed nor looked at', async () => {
        const fields = { service_certification_key: 'wrong' };
        const data = (await call(gate, app, '/game/block/type/get')).body.data;
        assertSays(await call(gate, app, '/game/block/type/get', fields), says(0, { data }));
      });
    });
  },
  { kinds: EITHER },
);
