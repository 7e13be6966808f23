// Small line icons, drawn here so that nothing comes from elsewhere; they repeat what a text beside them says.
import type { ComponentType } from 'react';

export type Icon = ComponentType<{ readonly size?: number }>;

const icon =
  (path: string): Icon =>
  ({ size = 18 }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );

export const OverviewIcon = icon('M4 20V10m5 10V4m6 16v-7m5 7V8');
export const TypesIcon = icon('M3 11V4a1 1 0 0 1 1-1h7l10 10-8 8L3 11Zm5-3.5v.01');
export const PlayersIcon = icon(
  'M4 20c0-3.5 2.7-6 6-6s6 2.5 6 6M10 10.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm6.5-1 5 5m0-5-5 5',
);
export const MeasuresIcon = icon(
  'M12 4v16m-5 0h10M4 7h16M4 7l-2 6a3 3 0 0 0 6 0L6 7m12 0-2 6a3 3 0 0 0 6 0l-2-6',
);
export const BulkIcon = icon('M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01');
export const PurchasesIcon = icon('M6 3h12v18l-3-2-3 2-3-2-3 2V3Zm3 5h6m-6 4h6');
export const SubscriptionsIcon = icon(
  'M4 9a8 8 0 0 1 14-3l2 2m0-5v5h-5m5 7a8 8 0 0 1-14 3l-2-2m0 5v-5h5',
);
export const RefundsIcon = icon('M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3');
export const DisputesIcon = icon(
  'M12 3l8 3v6c0 4.5-3.5 7.5-8 9-4.5-1.5-8-4.5-8-9V6l8-3Zm0 5v4.5m0 3v.01',
);
export const RefusedIcon = icon('M6 3h12v18l-3-2-3 2-3-2-3 2V3Zm3.5 5.5 5 5m0-5-5 5');
export const ReportsIcon = icon(
  'M14 3H5v18h14V8l-5-5Zm0 0v5h5M12 18v-6m0 0-2.500 2.500M12 12l2.500 2.500',
);
export const NotificationsIcon = icon('M6 16V11a6 6 0 1 1 12 0v5l2 2H4l2-2Zm4 5h4');
export const AppealsIcon = icon('M4 4h16v12h-7l-5 4v-4H4V4Zm8 3.500v3.500m0 2.500v.01');
export const NoticesIcon = icon('M4 5h16v11h-6l-4 4v-4H4V5Zm4 4h8m-8 3h5');
export const MarketsIcon = icon('M4 9l1.5-5h13L20 9M4 9v11h16V9M4 9h16M9 20v-6h6v6');
export const ProductsIcon = icon('m12 3 8 4.5v9L12 21l-8-4.5v-9L12 3Zm0 9 8-4.5M12 12v9m0-9L4 7.5');
export const ServersIcon = icon('M4 4h16v7H4V4Zm0 9h16v7H4v-7Zm4-5.5h.01M8 16.5h.01');
export const KeysIcon = icon(
  'M14 10a4.5 4.5 0 1 1-4.5-4.5A4.5 4.5 0 0 1 14 10Zm-1.3 3.2L20 20.5m-2.5-2.5 2-2',
);
export const SettingsIcon = icon(
  'M4 7h9m4 0h3M4 17h3m4 0h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-6 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
);
export const AppsIcon = icon('M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm10 0h6v6h-6v-6Z');
export const ProjectsIcon = icon(
  'M3 6a1 1 0 0 1 1-1h5l2 3h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6Z',
);
export const MembersIcon = icon(
  'M3 20c0-3 2.5-5.5 6-5.5s6 2.5 6 5.5M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm7-6.6a3.5 3.5 0 0 1 0 6.2m2 4.2c2 .8 3 2.7 3 5.2',
);
export const ClientsIcon = icon('M9 3v5m6-5v5M6 8h12v3a6 6 0 0 1-12 0V8Zm6 9v4');
export const ConsentIcon = icon(
  'M12 3l7 3v5c0 4.500-3 8-7 10-4-2-7-5.500-7-10V6l7-3Zm-3 9 2 2 4-4',
);
export const AuditIcon = icon('M12 7v5l3 2m6-2a9 9 0 1 1-9-9 9 9 0 0 1 9 9Z');
export const TokensIcon = icon(
  'M12 3l8 3v6c0 4.5-3.2 7.8-8 9-4.8-1.2-8-4.5-8-9V6l8-3Zm-3 9 2 2 4-4',
);
export const AccountIcon = icon('M4 21c0-4 3.5-7 8-7s8 3 8 7M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z');
export const SignOutIcon = icon('M14 4H5v16h9m-4-8h11m-4-4 4 4-4 4');
export const LanguageIcon = icon(
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c2.5 2.5 3.8 5.5 3.8 9S14.5 18.5 12 21c-2.5-2.5-3.8-5.5-3.8-9S9.5 5.5 12 3Z',
);
export const LightIcon = icon(
  'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.400M5.6 18.4 7 17M17 7l1.4-1.4',
);
export const DarkIcon = icon('M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500Z');
export const AutoIcon = icon('M4 4h16v12H4V4Zm4 16h8m-4-4v4');
export const CopyIcon = icon('M9 9h11v11H9V9Zm-4 6H4V4h11v1');
export const DoneIcon = icon('m5 12.5 4.5 4.500L19 7.5');
export const DownloadIcon = icon('M12 4v11m-4.5-4.500L12 15l4.5-4.500M4 20h16');
export const FilterIcon = icon('M4 6h16M7 12h10m-7 6h4');
export const SearchIcon = icon('M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5');
export const AddIcon = icon('M12 5v14m-7-7h14');
export const LockIcon = icon('M6 11h12v9H6v-9Zm2.5 0V7.500a3.500 3.500 0 0 1 7 0V11m-3.500 4v2');
export const WarningIcon = icon('M12 4 2.5 20h19L12 4Zm0 6v4.5m0 3v.01');
export const NextIcon = icon('m9 5 7 7-7 7');
export const PreviousIcon = icon('m15 5-7 7 7 7');
export const DownIcon = icon('m5 9 7 7 7-7');
export const ColumnsIcon = icon('M4 4h16v16H4V4Zm5 0v16m6-16v16');
export const FlagsIcon = icon('M6 3h12v18l-6-4-6 4V3Z');
export const UpIcon = icon('m5 15 7-7 7 7');
export const EmptyIcon = icon('M4 13 6.5 5h11L20 13v6H4v-6Zm0 0h5l1.5 2.500h3L15 13h5');
export const SwitchIcon = icon('M4 8h15m-4-4 4 4-4 4m5 4H5m4 4-4-4 4-4');
export const CloseIcon = icon('M6 6l12 12M18 6 6 18');
export const ConnectionsIcon = icon('M9 12h6M10 7H7a5 5 0 0 0 0 10h3m4-10h3a5 5 0 0 1 0 10h-3');
export const InfoIcon = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5.5m0-9v.01');
export const FiguresIcon = icon('M3 3v18h18M7 15l4-5 4 3 5-7');
export const PrintIcon = icon('M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7v-7Z');
