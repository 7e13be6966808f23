// What `npm start` prints: the addresses, and a first call to paste.
import type { Config } from '../config.ts';
import { demoPath, portOf } from '../start/environments.ts';
import type { DemoFile } from './project.ts';

export const LOOPBACK = /^(127\.|::1$|localhost$)/;

export function welcome(file: DemoFile, config: Config): string {
  const { emulator, console } = file;
  // The file also contains the keys of an environment that is off.
  const production = portOf(config, 'production') === 'off' ? undefined : file.production;
  const sandbox = portOf(config, 'sandbox') === 'off' ? undefined : file.sandbox;
  const world = production ?? sandbox;
  if (!world) return '';
  const lines = [
    '',
    '  Tollgate is running.',
    '',
    ...(production ? [`  production   ${production.url}`] : []),
    ...(sandbox ? [`  sandbox      ${sandbox.url}`] : []),
    ...(console ? [`  console      ${console.url}`] : []),
    `  docs         ${world.url}/docs/`,
    `  reference    ${world.url}/docs/api`,
    ...(emulator ? [`  emulator     ${emulator.url}`] : []),
    '',
    ...(LOOPBACK.test(config.HOST) ? [] : [warning(config.HOST), '']),
    ...(console
      ? [
          `  Sign in to the console as ${console.email}; the password is in ${demoPath(config)}.`,
          '',
        ]
      : []),
    '  Paste this into another terminal for a first call:',
    '',
    `  curl -s ${world.url}/game/block/type/get -H 'Content-Type: application/json' -H 'ISCRYPT: 0' \\`,
    `    -d '{"appid":"${world.appid}","service_certification_key":"${world.service_certification_key}"}'`,
    '',
    '',
  ];
  return lines.join('\n');
}

const warning = (host: string): string =>
  `  Warning: HOST is ${host}, so anyone who can reach that address can read the secrets of this demo.`;
