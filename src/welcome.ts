// What `npm start` prints: where everything is, and a first call that works when pasted.
import type { DemoFile } from './demo.ts';

export function welcome({ production, sandbox, emulator, console }: DemoFile): string {
  const world = production ?? sandbox;
  if (!world) return '';
  const lines = [
    '',
    '  Tollgate is running.',
    '',
    ...(production ? [`  production   ${production.url}`] : []),
    ...(sandbox ? [`  sandbox      ${sandbox.url}`] : []),
    ...(console ? [`  console      ${console.url}`] : []),
    `  reference    ${world.url}/docs`,
    ...(emulator ? [`  emulator     ${emulator.url}`] : []),
    '',
    ...(console
      ? [`  Sign in to the console as ${console.email}; the password is in demo.json.`, '']
      : []),
    '  A first call, to paste into another terminal:',
    '',
    `  curl -s ${world.url}/game/block/type/get -H 'Content-Type: application/json' -H 'ISCRYPT: 0' \\`,
    `    -d '{"appid":"${world.appid}","service_certification_key":"${world.service_certification_key}"}'`,
    '',
    '',
  ];
  return lines.join('\n');
}
