// The bench's picture: processor time of one request, beside the same request without its work, and beside the peer.
import type { Measurement } from './measure.ts';

interface Bar {
  readonly label: string;
  readonly parts: readonly {
    readonly of: 'echo' | 'service' | 'database' | 'peer';
    readonly µs: number;
  }[];
}

const WIDTH = 860;
const LABELS = 230;
const BAR = 16;
const ROW = 24;
const GROUP_GAP = 34;
const TOP = 72;
const RIGHT = 70;

/** Peers are several times as slow: their bars are cut, and say how long they are. */
const LONGEST_OF_ECHO = 3.2;

const STYLE = `
    .t { fill: #16202a } .s { fill: #495057; font-size: 12px } .line { stroke: #ced4da }
    .echo { fill: #adb5bd } .service { fill: #0c6e60 } .database { fill: #f08c00 } .peer { fill: #868e96 }
    @media (prefers-color-scheme: dark) {
      .t { fill: #e9ecef } .s { fill: #adb5bd } .line { stroke: #495057 }
      .echo { fill: #6c757d } .service { fill: #4db6a4 } .database { fill: #ffa94d } .peer { fill: #adb5bd }
    }`;

const LEGEND = [
  ['echo', 'the same request without its work'],
  ['service', 'Tollgate'],
  ['database', 'PostgreSQL'],
  ['peer', 'Express, Apple’s library, pg'],
] as const;

export function drawPicture(measurements: readonly Measurement[]): string {
  const groups = [...Map.groupBy(measurements, ({ name }) => name)].map(([name, rows]) => ({
    name,
    bars: barsOf(rows),
  }));
  const longest = Math.max(...measurements.map((each) => each.echoCpu)) * LONGEST_OF_ECHO;
  const scale = (WIDTH - LABELS - RIGHT) / longest;
  const lines: string[] = [];
  let y = TOP;
  for (const { name, bars } of groups) {
    lines.push(`<text class="t" x="0" y="${y}" font-weight="600">${name}</text>`);
    y += 8;
    for (const bar of bars) {
      lines.push(...drawBar(bar, y, scale, longest));
      y += ROW;
    }
    y += GROUP_GAP - 8;
  }
  const described = `Processor time of one request in microseconds: ${measurements
    .map(
      (each) => `${each.name} on ${each.database} ${total(each)}, echo ${Math.round(each.echoCpu)}`,
    )
    .join('; ')}.`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y - GROUP_GAP + 10}" font-family="system-ui, sans-serif" font-size="14" role="img" aria-label="${described}">
  <style>${STYLE}
  </style>
  <text class="t" x="0" y="16" font-weight="700">Processor time of one request, µs</text>
  ${legend()}
  ${lines.join('\n  ')}
</svg>
`;
}

const total = ({ cpu, databaseCpu }: Measurement): number => Math.round(cpu + databaseCpu);

function barsOf(rows: readonly Measurement[]): Bar[] {
  const [first] = rows;
  const peer = rows.find((each) => each.peer)?.peer;
  return [
    ...(first ? [{ label: 'echo', parts: [{ of: 'echo', µs: first.echoCpu }] } as const] : []),
    ...rows.map((each) => ({
      label: each.database === 'sqlite' ? 'Tollgate, SQLite' : 'Tollgate, PostgreSQL',
      parts: [
        { of: 'service', µs: each.cpu },
        { of: 'database', µs: each.databaseCpu },
      ] as const,
    })),
    ...(peer
      ? [{ label: peer.name, parts: [{ of: 'peer', µs: peer.cpu + peer.databaseCpu }] } as const]
      : []),
  ];
}

function drawBar({ label, parts }: Bar, y: number, scale: number, longest: number): string[] {
  const sum = parts.reduce((all, { µs }) => all + µs, 0);
  const cut = Math.min(1, longest / sum);
  const lines = [`<text class="s" x="16" y="${y + 13}">${label}</text>`];
  let x = LABELS;
  for (const { of, µs } of parts) {
    const width = µs * cut * scale;
    if (width > 0) {
      lines.push(
        `<rect class="${of}" x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BAR}"/>`,
      );
    }
    x += width;
  }
  const shown = Math.round(sum).toLocaleString('en');
  lines.push(
    `<text class="s" x="${(x + 6).toFixed(1)}" y="${y + 13}">${cut < 1 ? `… ${shown}` : shown}</text>`,
  );
  return lines;
}

function legend(): string {
  let x = 0;
  return LEGEND.map(([of, text]) => {
    const item = `<rect class="${of}" x="${x}" y="28" width="12" height="12"/><text class="s" x="${x + 18}" y="38">${text}</text>`;
    x += 40 + text.length * 6.4;
    return item;
  }).join('\n  ');
}
