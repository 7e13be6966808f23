// Which service is tested, from ACCEPTANCE_… variables or from the demo.json of `npm start`.
import { readFileSync } from 'node:fs';
import process from 'node:process';

export interface Settings {
  readonly url: string;
  readonly appid: string;
  readonly certificationKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Decides which purchases are test purchases. */
  readonly environment: 'production' | 'sandbox';
  /** A consumable that the app sells through Steam and its payment gateway. */
  readonly product: string;
  /** Without an emulator nothing is bought. */
  readonly emulatorUrl: string | undefined;
  /** Without it, tests that need a second project or a game server are skipped. */
  readonly adminToken: string | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

function readSettings(variables: Variables): Settings {
  const environment = variables.ACCEPTANCE_ENVIRONMENT ?? 'production';
  if (environment !== 'production' && environment !== 'sandbox') {
    stop(`ACCEPTANCE_ENVIRONMENT must be production or sandbox, not ${environment}.`);
  }
  const demo = readDemo(variables.ACCEPTANCE_DEMO, environment);
  const missing: string[] = [];
  const required = (name: string, fromDemo: string | undefined): string => {
    const value = variables[name] ?? fromDemo;
    if (!value) missing.push(name);
    return value ?? '';
  };
  const settings = {
    url: required('ACCEPTANCE_URL', demo.world.url).replace(/\/+$/, ''),
    appid: required('ACCEPTANCE_APPID', demo.world.appid),
    certificationKey: required(
      'ACCEPTANCE_CERTIFICATION_KEY',
      demo.world.service_certification_key,
    ),
    clientId: required('ACCEPTANCE_CLIENT_ID', demo.world.client_id),
    clientSecret: required('ACCEPTANCE_CLIENT_SECRET', demo.world.client_secret),
    product: variables.ACCEPTANCE_PRODUCT ?? 'gem_100',
    emulatorUrl: variables.ACCEPTANCE_EMULATOR_URL ?? demo.emulatorUrl,
    adminToken: variables.ACCEPTANCE_ADMIN_TOKEN ?? demo.adminToken,
    environment,
  } as const;
  if (missing.length > 0) {
    stop(`Set ${missing.join(', ')}, or ACCEPTANCE_DEMO to the demo.json of npm start.`);
  }
  return settings;
}

interface DemoFile {
  readonly production?: Variables;
  readonly sandbox?: Variables;
  readonly emulator?: Variables;
  readonly admin_token?: string;
}

function readDemo(path: string | undefined, environment: 'production' | 'sandbox') {
  if (!path) return { world: {} as Variables, emulatorUrl: undefined, adminToken: undefined };
  try {
    const file = JSON.parse(readFileSync(path, 'utf8')) as DemoFile;
    return {
      world: file[environment] ?? {},
      emulatorUrl: file.emulator?.url,
      adminToken: file.admin_token,
    };
  } catch (error) {
    return stop(`ACCEPTANCE_DEMO: ${(error as Error).message}`);
  }
}

function stop(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

export const settings = readSettings(process.env);

/** For `test(…, { skip })`. */
export const withoutEmulator = settings.emulatorUrl ? false : 'ACCEPTANCE_EMULATOR_URL is not set';
export const withoutAdmin = settings.adminToken ? false : 'ACCEPTANCE_ADMIN_TOKEN is not set';
