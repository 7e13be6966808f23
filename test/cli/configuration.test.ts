// tollgate config: the settings of a project as a file that is exported, compared, applied and promoted.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { parse, stringify } from 'yaml';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { POLICY_TYPE } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, suite } from '../support/harness.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

const DOCUMENT = join(import.meta.dirname, '../../docs/configuration-as-code.md');
const WEBHOOK = 'https://hooks.slack.com/services/T0/B0/0123456789abcdef';
const KEY = 'a-key-of-the-receiver-0123456789';
const SECRETS = {
  PUBLISHER_KEY: 'ABCDEF0123456789ABCDEF0123456789',
  RECEIVER_KEY: KEY,
  SLACK: WEBHOOK,
};

const PRODUCT = {
  product_id: 'gems.100',
  name: 'Gems',
  prices: [{ currency: 'USD', amount: '0.99' }],
};
const RULE = {
  name: 'Refunds',
  state: 'on',
  when: { causes: ['refund'], count: 2 },
  measure: { action: 'restrict', type: POLICY_TYPE.type_en_name, steps: [{ period_days: 7 }] },
};
const ANSWER = { decision: 'uphold', language: 'en', text: 'We have checked it again.' };
const documentOf = (gameIndex: number, appid: string) => ({
  tollgate: 1,
  projects: [
    {
      game_index: gameIndex,
      name: 'Sky Raid',
      alert_settings: { expiry_days: 14 },
      appeal_settings: { second_person: true },
      scopes: [{ scope: 'guild', names: { ko: '길드', en: 'Guild' } }],
      alert_channels: [{ kind: 'slack', target: 'env:SLACK', language: 'ko' }],
      receivers: [
        {
          channel: 'purchase',
          url: 'https://game.example/events',
          key: 'env:RECEIVER_KEY',
          restriction_events: true,
        },
      ],
      apps: [
        {
          appid,
          name: 'Sky Raid KR',
          time_zone: 'Asia/Seoul',
          servers: [{ server_id: 'kr-1', name: 'Korea 1' }],
          products: [PRODUCT],
          types: [{ ...POLICY_TYPE, appeals: true, appeal_answers: [ANSWER] }],
          markets: [
            {
              market: 'STEAM',
              settings: { steam_app_id: 480 },
              secrets: { publisher_key: 'env:PUBLISHER_KEY' },
            },
          ],
          dispute_texts: [{ language: 'en', refund_policy: 'Refunds within 7 days.' }],
          rules: [RULE],
        },
      ],
    },
  ],
});

describe('tollgate config, from an empty database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-config-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const base = {
    TOLLGATE_DATA: join(folder, 'data'),
    TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
  };
  const variables = { ...base, ...SECRETS };
  const file = join(folder, 'tollgate.yaml');
  const json = (...args: string[]) => tollgateJson(variables, ['config', ...args]);
  const SANDBOX = ['--env', 'sandbox'];
  const write = (document: object) => writeFileSync(file, stringify(document));
  /** Its exit code says whether anything differs. */
  const diff = async (...args: string[]) => {
    const { stdout } = await tollgate(variables, ['config', 'diff', file, '--json', ...args]);
    return JSON.parse(stdout);
  };
  const targets = (outcome: { changes: { action: string; target: string }[] }) =>
    outcome.changes.map(({ action, target }) => `${action} ${target}`);
  const EVERYTHING = [
    'add projects/7',
    'add projects/7/scopes/guild',
    'add projects/7/alert_channels/slack hooks.slack.com/…cdef',
    'add projects/7/receivers/purchase',
    'add apps/skyraid',
    'add apps/skyraid/servers/kr-1',
    'add apps/skyraid/products/gems.100',
    `add apps/skyraid/types/${POLICY_TYPE.type_en_name}`,
    'add apps/skyraid/markets/STEAM',
    'add apps/skyraid/rules/Refunds',
    'add apps/skyraid/dispute_texts/en',
  ];

  test('a dry run says what would be added, and adds nothing; applied, it is; applied twice, nothing changes', async () => {
    await tollgateJson(base, ['migrate']);
    write(documentOf(7, 'skyraid'));
    const planned = await json('apply', file, '--dry-run', ...SANDBOX);
    assert.deepEqual(targets(planned), EVERYTHING);
    assert.deepEqual(await tollgateJson(base, ['project', 'list', ...SANDBOX]), {
      items: [],
      next: null,
    });
    const applied = await json('apply', file, ...SANDBOX);
    assert.deepEqual(applied, { changes: planned.changes, refused: [] });
    const audited = async () =>
      (await tollgateJson(base, ['audit', '--limit', '500', ...SANDBOX])).items.length;
    const entries = await audited();
    assert.deepEqual(await json('apply', file, ...SANDBOX), { changes: [], refused: [] });
    assert.equal(await audited(), entries, 'not even an entry in the audit log');
    const said = await tollgate(variables, ['config', 'diff', file, ...SANDBOX]);
    assert.deepEqual(said, { code: 0, stdout: 'Nothing differs.\n', stderr: '' });
  });

  test('an export has everything but secrets, and applying it changes nothing', async () => {
    const { code, stdout } = await tollgate(variables, ['config', 'export', ...SANDBOX]);
    assert.equal(code, 0);
    for (const secret of Object.values(SECRETS)) assert.ok(!stdout.includes(secret), secret);
    const exported = parse(stdout);
    const [project] = exported.projects;
    const [wanted] = documentOf(7, 'skyraid').projects;
    const [app] = project.apps;
    assert.deepEqual(
      [project.name, project.alert_settings.expiry_days, project.scopes, app.products, app.rules],
      [
        'Sky Raid',
        14,
        wanted?.scopes,
        [{ ...PRODUCT, kind: 'consumable', custom_price: 'off' }],
        [{ ...RULE, unless: {}, until: {} }],
      ],
    );
    assert.deepEqual(app.markets[0].secrets, {
      publisher_key: 'env:SECRET_SKYRAID_STEAM_PUBLISHER_KEY',
    });
    assert.deepEqual(project.alert_channels, [
      {
        kind: 'slack',
        hint: 'hooks.slack.com/…cdef',
        target: 'env:SECRET_7_SLACK_1',
        language: 'ko',
      },
    ]);
    const [type] = app.types;
    assert.deepEqual(
      [project.appeal_settings, type.appeals, type.appeal_answers],
      [{ second_person: true, again_after_days: null }, true, [ANSWER]],
    );
    writeFileSync(file, stdout);
    // None of the names that it proposes has a value here: what is stored stays.
    assert.deepEqual(await diff(...SANDBOX), { changes: [], refused: [] });
  });

  test('what differs is named field by field, with exit code 1; a secret only by where it lies', async () => {
    const document = documentOf(7, 'skyraid');
    const app = document.projects[0]?.apps[0];
    assert.ok(app);
    app.products = [{ ...PRODUCT, name: 'Diamonds' }];
    app.rules = [{ ...RULE, state: 'watch' }];
    app.types = [{ ...POLICY_TYPE, appeals: true, appeal_answers: [] }];
    write(document);
    const other = { ...variables, PUBLISHER_KEY: '00000000000000000000000000000000' };
    const said = await tollgate(other, ['config', 'diff', file, ...SANDBOX]);
    assert.deepEqual(said, {
      code: 1,
      stdout: `${[
        '~ apps/skyraid/products/gems.100',
        '    name: "Gems" → "Diamonds"',
        `~ apps/skyraid/types/${POLICY_TYPE.type_en_name}`,
        `    appeal_answers: ${JSON.stringify([ANSWER])} → –`,
        '~ apps/skyraid/markets/STEAM',
        '    secrets.publisher_key: "env:SECRET_SKYRAID_STEAM_PUBLISHER_KEY" → "env:PUBLISHER_KEY"',
        '~ apps/skyraid/rules/Refunds',
        '    state: "on" → "watch"',
        '4 changes.',
      ].join('\n')}\n`,
      stderr: '',
    });
    assert.deepEqual(targets(await tollgateJson(other, ['config', 'apply', file, ...SANDBOX])), [
      'change apps/skyraid/products/gems.100',
      `change apps/skyraid/types/${POLICY_TYPE.type_en_name}`,
      'change apps/skyraid/markets/STEAM',
      'change apps/skyraid/rules/Refunds',
    ]);
    write(documentOf(7, 'skyraid'));
    await json('apply', file, ...SANDBOX);
  });

  test('what the file does not name stays, until --prune removes it: rules before their types', async () => {
    const document = documentOf(7, 'skyraid');
    const app = document.projects[0]?.apps[0];
    assert.ok(app);
    Object.assign(app, { types: [], rules: [], products: undefined });
    write(JSON.parse(JSON.stringify(document)));
    assert.deepEqual(targets(await diff(...SANDBOX)), []);
    const removed = [
      'remove apps/skyraid/rules/Refunds',
      `remove apps/skyraid/types/${POLICY_TYPE.type_en_name}`,
    ];
    assert.deepEqual(targets(await diff('--prune', ...SANDBOX)), removed);
    const unsure = await tollgate(variables, ['config', 'apply', file, '--prune', ...SANDBOX]);
    assert.equal(unsure.code, 2);
    const done = await json('apply', file, '--prune', '--yes', ...SANDBOX);
    assert.deepEqual(targets(done), removed);
    write(documentOf(7, 'skyraid'));
    await json('apply', file, ...SANDBOX);
  });

  test('a file with anything wrong changes nothing, and every fault is named', async () => {
    const document = documentOf(7, 'skyraid');
    const project = document.projects[0];
    assert.ok(project);
    Object.assign(project, { name: 'Other' });
    Object.assign(project.apps[0] ?? {}, {
      products: [PRODUCT, PRODUCT],
      markets: [
        { market: 'STEAM', settings: {}, secrets: {} },
        {
          market: 'GOOGLE',
          settings: { package_name: 'a.b' },
          secrets: { service_account: 'env:NOWHERE' },
        },
      ],
    });
    write(document);
    const { code, stdout } = await tollgate(variables, ['config', 'apply', file, ...SANDBOX]);
    assert.equal(code, 1);
    assert.deepEqual(stdout.split('\n').slice(0, -1), [
      '! apps/skyraid/products/gems.100: It is in the file twice.',
      '! apps/skyraid/markets/STEAM: steam_app_id is required.',
      '! apps/skyraid/markets/GOOGLE: env:NOWHERE has no value.',
      'Nothing was changed.',
    ]);
    const { name } = await tollgateJson(base, ['project', 'show', '7', ...SANDBOX]);
    assert.equal(name, 'Sky Raid');
    writeFileSync(file, 'projects: [');
    const broken = await tollgate(variables, ['config', 'apply', file]);
    assert.deepEqual([broken.code, broken.stdout], [1, '']);
    assert.match(broken.stderr, /^error: .*tollgate\.yaml: /);
  });

  test('the file in the document can be applied', async () => {
    const text = readFileSync(DOCUMENT, 'utf8');
    const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(text) ?? [];
    writeFileSync(file, yaml);
    const given = {
      ...variables,
      STEAM_KEY: SECRETS.PUBLISHER_KEY,
      EVENT_KEY: KEY,
      SLACK_URL: WEBHOOK,
    };
    const args = ['config', 'apply', file, '--dry-run', ...SANDBOX];
    const outcome = await tollgateJson(given, args);
    // With the switch for withdrawn consent.
    assert.deepEqual([outcome.changes.length, outcome.refused], [EVERYTHING.length + 1, []]);
  });

  test('promote: one command brings sandbox to production, but no receivers and no secrets', async () => {
    const promoted = await json('promote', '7');
    assert.deepEqual(
      targets(promoted),
      EVERYTHING.filter((line) => !/alert_channels|receivers/.test(line)),
    );
    assert.deepEqual(promoted.refused, []);
    const market = await tollgateJson(base, ['market', 'show', 'skyraid', 'STEAM']);
    assert.deepEqual([market.settings.steam_app_id, market.secrets_set], [480, []]);
    assert.deepEqual(await json('promote', '7'), { changes: [], refused: [] });
    assert.deepEqual(
      targets(await json('promote', '7', '--only', 'products', '--prune', '--yes')),
      [],
    );
  });

  test('withdrawn consent restricts players as the file says, and its type is added once', async () => {
    const app = { appid: 'skyraid', name: 'Sky Raid KR', time_zone: 'Asia/Seoul' };
    const project = { game_index: 7, name: documentOf(7, 'skyraid').projects[0]?.name };
    const apply = async (restrict: boolean) => {
      const apps = [{ ...app, consent: { restrict } }];
      write({ tollgate: 1, projects: [{ ...project, apps }] } as never);
      return targets(await json('apply', file, ...SANDBOX));
    };
    assert.deepEqual(await apply(true), ['change apps/skyraid/consent']);
    assert.deepEqual(await apply(true), []);
    const exported = await json('export', ...SANDBOX);
    assert.deepEqual(exported.projects[0].apps[0].consent, { restrict: true });
    const names = exported.projects[0].apps[0].types.map(
      ({ type_en_name: name }: Record<string, string>) => name,
    );
    assert.deepEqual(names.sort(), ['Consent withdrawn', POLICY_TYPE.type_en_name].sort());
    assert.deepEqual(await apply(false), ['change apps/skyraid/consent']);
    assert.deepEqual(await apply(true), ['change apps/skyraid/consent']);
  });
});

suite(
  'configuration over the admin API',
  (gate: Gate) => {
    test('a change in the console after a file was applied is drift, until it is applied again', async () => {
      const { gameIndex, appid } = await gate.createApp();
      const folder = mkdtempSync(join(tmpdir(), 'tollgate-drift-'));
      const file = join(folder, 'tollgate.yaml');
      const variables = {
        ...gate.database.variables,
        ...SECRETS,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
        TOLLGATE_PUBLIC_URL: PUBLIC_URL,
      };
      const drift = async () =>
        (await admin(gate, 'GET', `/projects/${gameIndex}/configuration/drift`)).body;
      try {
        assert.deepEqual(await drift(), { applied_at: null, applied_by: null, changes: [] });
        writeFileSync(file, stringify(documentOf(gameIndex, appid)));
        await tollgateJson(variables, ['config', 'apply', file]);
        const { applied_at, changes } = await drift();
        assert.match(applied_at, /^\d{4}-/);
        assert.deepEqual(changes, []);
        await admin(gate, 'PUT', `/apps/${appid}/servers/eu-1`, { name: 'Europe 1' });
        await admin(gate, 'PUT', `/apps/${appid}/servers/kr-1`, { name: 'Korea' });
        assert.deepEqual((await drift()).changes, [
          {
            target: `apps/${appid}/servers/kr-1`,
            action: 'change',
            fields: [{ field: 'name', from: 'Korea', to: 'Korea 1' }],
          },
          { target: `apps/${appid}/servers/eu-1`, action: 'remove', fields: [] },
        ]);
        const { body } = await admin(gate, 'GET', `/projects/${gameIndex}/configuration`);
        assert.deepEqual(body.projects[0].apps[0].servers, [
          { server_id: 'eu-1', name: 'Europe 1' },
          { server_id: 'kr-1', name: 'Korea' },
        ]);
        await tollgateJson(variables, ['config', 'apply', file, '--prune', '--yes']);
        assert.deepEqual((await drift()).changes, []);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    test('types with the same English name are told apart in the file', async () => {
      const { gameIndex, appid } = await gate.createApp();
      const folder = mkdtempSync(join(tmpdir(), 'tollgate-twins-'));
      const file = join(folder, 'tollgate.yaml');
      const variables = {
        ...gate.database.variables,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
        TOLLGATE_PUBLIC_URL: PUBLIC_URL,
      };
      const config = async (...args: string[]) => {
        const { stdout } = await tollgate(variables, ['config', ...args, '--json']);
        return JSON.parse(stdout);
      };
      const read = async () => {
        const { projects } = await config('export', '--project', String(gameIndex));
        return { projects, app: projects[0].apps[0] };
      };
      const write = (projects: object) => writeFileSync(file, stringify({ tollgate: 1, projects }));
      const { reasons, ...texts } = POLICY_TYPE;
      const name = POLICY_TYPE.type_en_name;
      const second = { ...texts, type_name: '두 번째', reasons };
      const third = { ...second, type_en_name: `${name} (2)` };
      try {
        for (const type of [POLICY_TYPE, second, third, second]) {
          const { status } = await admin(gate, 'POST', `/apps/${appid}/types`, type);
          assert.equal(status, 201);
        }
        const measure = { action: 'restrict', block_type: 2, steps: [{ period_days: 7 }] };
        const rule = { name: 'Refunds', when: { causes: ['refund'], count: 2 }, measure };
        assert.equal(
          (await admin(gate, 'POST', `/apps/${appid}/measures/rules`, rule)).status,
          201,
        );
        const { projects, app } = await read();
        assert.deepEqual(
          app.types.map(({ reasons: _, ...type }: { reasons: object }) => type),
          [
            texts,
            { ...texts, type_name: '두 번째', same_name: 2 },
            { ...texts, type_name: '두 번째', type_en_name: `${name} (2)`, same_name: 2 },
            { ...texts, type_name: '두 번째', same_name: 3 },
          ],
        );
        assert.equal(app.rules[0].measure.type, `${name} (2)`);
        write(projects);
        for (const command of ['diff', 'apply', 'apply']) {
          assert.deepEqual(await config(command, file), { changes: [], refused: [] });
        }
        // Elsewhere they get other numbers.
        const copy = { ...app, appid: `${appid}-copy` };
        write([{ ...projects[0], apps: [copy] }]);
        const { changes, refused } = await config('apply', file);
        assert.deepEqual([changes.length, refused], [6, []]);
        assert.deepEqual(await config('apply', file), { changes: [], refused: [] });
        const [, copied] = (await config('export', '--project', String(gameIndex))).projects[0]
          .apps;
        assert.deepEqual(copied, copy);
        // One that is changed is that one.
        const [first, twin, ...others] = app.types;
        write([
          {
            ...projects[0],
            apps: [{ ...app, types: [first, { ...twin, type_name: '둘째' }, ...others] }],
          },
        ]);
        assert.deepEqual((await config('apply', file)).changes, [
          {
            target: `apps/${appid}/types/${name} (2)`,
            action: 'change',
            fields: [{ field: 'type_name', from: '두 번째', to: '둘째' }],
          },
        ]);
        const { body } = await admin(gate, 'GET', `/apps/${appid}/types`);
        assert.deepEqual(
          body.items.map(({ type_name }: { type_name: string }) => type_name),
          [POLICY_TYPE.type_name, '둘째', '두 번째', '두 번째'],
        );
        // A second one without a first would be the first.
        write([
          {
            ...projects[0],
            apps: [{ ...app, types: [{ ...first, type_en_name: 'New', same_name: 2 }] }],
          },
        ]);
        assert.deepEqual(await config('apply', file), {
          changes: [],
          refused: [
            {
              target: `apps/${appid}/types/New (2)`,
              detail: 'The next type named “New” would be “New”. Add the ones before it first.',
            },
          ],
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  },
  { adminToken: ADMIN_TOKEN, kinds: EITHER },
);
